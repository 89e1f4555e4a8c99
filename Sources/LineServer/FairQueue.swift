/// One address: how many connections it has, and its share of the loop's time.
final class Peer {
  let key: PeerKey
  /// Its connections of each kind.
  var counts = KindCounts()
  /// Its connections that wait to be read, and those whose output waits to be sent.
  let reading = FairQueue.Lane()
  let sending = FairQueue.Lane()

  init(key: PeerKey) { self.key = key }

  /// Counts time that the loop has used for it.
  func charge(nanoseconds: UInt64) {
    reading.charge(nanoseconds)
    sending.charge(nanoseconds)
  }
}

/// Which connection is handled next: addresses take turns, each for so much of the loop's time, so that no address
/// makes another wait for all that it sends, over however many connections.
///
/// It is the scheduling of FQ-CoDel (RFC 8290, sections 4.1 and 4.2) with time in place of bytes: deficit round robin,
/// in which an address that had nothing waiting comes before those that have had something to wait for all along.
struct FairQueue {
  /// Nanoseconds that an address may use before the next one has its turn.
  static let quantum: Int64 = 50_000
  /// The most nanoseconds that an address is held to, so that one expensive line does not shut it out for long.
  private static let mostDebt: Int64 = 20 * quantum

  /// What waits of one address.
  final class Lane {
    fileprivate var waiting = Fifo<Connection>()
    /// Nanoseconds that it may use before the others come first; below zero once it has used more.
    fileprivate var credit: Int64 = 0
    fileprivate var isQueued = false

    func charge(_ nanoseconds: UInt64) {
      credit = max(-FairQueue.mostDebt, credit - Int64(clamping: nanoseconds))
    }
  }

  private var fresh = Fifo<Lane>()
  private var others = Fifo<Lane>()

  /// How many connections are queued.
  private(set) var count = 0

  var isEmpty: Bool { fresh.isEmpty && others.isEmpty }

  /// Queues a connection, which must not be queued already, behind those of its address.
  mutating func add(_ connection: Connection, to lane: Lane) {
    lane.waiting.append(connection)
    count += 1
    guard !lane.isQueued else { return }
    lane.isQueued = true
    lane.credit = lane.credit < 0 ? lane.credit : Self.quantum
    fresh.append(lane)
  }

  /// The connection to be handled now; it is queued no more.
  mutating func next() -> Connection? {
    while true {
      let isFresh = !fresh.isEmpty
      guard let lane = isFresh ? fresh.first : others.first else { return nil }
      if lane.waiting.isEmpty {
        drop(isFresh)
        // Once round behind the others, or an address could be new again with each line.
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
