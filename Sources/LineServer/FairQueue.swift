/// One address: its connections, and its share of the loop's time.
final class Peer {
  let key: PeerKey
  /// The number of its connections of each kind.
  var counts = KindCounts()
  /// Its connections that wait to be read, and those whose output waits to be sent.
  let reading = FairQueue.Lane()
  let sending = FairQueue.Lane()

  init(key: PeerKey) { self.key = key }

  /// Charges the address with time that the loop used for it.
  func charge(nanoseconds: UInt64) {
    reading.charge(nanoseconds)
    sending.charge(nanoseconds)
  }
}

/// Selects the connection to handle next. Addresses take turns, each for a quantum of the loop's time, so that no
/// address delays another by the amount that it sends or by the number of its connections.
///
/// The algorithm is FQ-CoDel's (RFC 8290, sections 4.1 and 4.2) with time in place of bytes: deficit round robin, in
/// which an address that had nothing queued comes before those that have been queued all along.
struct FairQueue {
  /// The nanoseconds that an address may use per round.
  static let quantum: Int64 = 50_000
  /// The largest debt of an address, in nanoseconds, so that one expensive line does not shut it out for long.
  private static let mostDebt: Int64 = 20 * quantum

  /// The queue of one address.
  final class Lane {
    fileprivate var waiting = Fifo<Connection>()
    /// The nanoseconds that it may still use before others come first; negative when it has used more.
    fileprivate var credit: Int64 = 0
    fileprivate var isQueued = false

    func charge(_ nanoseconds: UInt64) {
      credit = max(-FairQueue.mostDebt, credit - Int64(clamping: nanoseconds))
    }
  }

  private var fresh = Fifo<Lane>()
  private var others = Fifo<Lane>()

  private(set) var count = 0

  var isEmpty: Bool { fresh.isEmpty && others.isEmpty }

  /// Queues a connection, which must not be queued already, behind the others of its address.
  mutating func add(_ connection: Connection, to lane: Lane) {
    lane.waiting.append(connection)
    count += 1
    guard !lane.isQueued else { return }
    lane.isQueued = true
    lane.credit = lane.credit < 0 ? lane.credit : Self.quantum
    fresh.append(lane)
  }

  /// Takes out the connection to handle now.
  mutating func next() -> Connection? {
    while true {
      let isFresh = !fresh.isEmpty
      guard let lane = isFresh ? fresh.first : others.first else { return nil }
      if lane.waiting.isEmpty {
        drop(isFresh)
        // An emptied lane stays for one round behind the others; otherwise an address would be new again with each
        // line.
        if isFresh, !others.isEmpty { others.append(lane) } else { lane.isQueued = false }
      } else if lane.credit <= 0 {
        lane.credit += Self.quantum
        drop(isFresh)
        others.append(lane)
      } else {
        count -= 1
        return lane.waiting.popFirst()
      }
    }
  }

  private mutating func drop(_ isFresh: Bool) {
    _ = isFresh ? fresh.popFirst() : others.popFirst()
  }
}
