public import ParlorCore

/// What a node makes of what all nodes say of themselves in the store: whether another process has its name, and whose
/// clocks differ from its own. A pure value, told of a look every half second.
public struct PeerWatch: Sendable {
  /// What the operator is told, and what is to be done.
  public enum News: Hashable, Sendable {
    /// Somebody else has written under this node's name, or a node has started: this one is to write, so that the other
    /// notices, or can compare clocks.
    case sayAgain
    /// Another process lives under this node's name, and takes links there. The one that came later is to stop.
    case namesake(address: String, cameFirst: Bool)
    /// By how many milliseconds at least this node's clock is ahead of another one's.
    case clocksDiffer(NodeRecord.ClockLead)
    case clocksAgree(node: String)
  }

  /// What the other nodes' clocks say of this one's.
  public enum ClockStanding: Hashable, Sendable {
    /// There are others, and none was compared yet.
    case pending
    /// It differs from the clocks of most nodes by ``mostLead`` at most, or there is nothing to compare it with.
    case agrees
    /// As many clocks agree with it as differ, as where there are two: nothing tells which are wrong. By how much it is
    /// ahead, in milliseconds.
    case disputed(lead: Int64)
    /// Most clocks differ from it, which is ahead of them by so many milliseconds.
    case differs(lead: Int64)
  }

  /// By how many milliseconds a clock may differ from that of most nodes for its node to own.
  public static let mostLead: Int64 = 60_000
  /// How long a node that starts waits for the others to write something with which to compare clocks, in milliseconds.
  static let patience: Int64 = 5_000

  /// For how long a node counts as living after it has written, in milliseconds: it writes every ten seconds.
  private static let living: Int64 = 30_000

  /// By how much clocks may differ without a word, in milliseconds: what the looks themselves leave open is less.
  public static let tolerance: Int64 = 5_000
  /// How long a record may be on its way to the store, in milliseconds.
  private static let delay: Int64 = 1_000

  private struct Peer {
    var record: NodeRecord
    var changedAt: Revision
    /// When a change of it was last seen.
    var seenAt: Instant?
    /// `nil` as long as its clock was not compared. It stays when the node has stopped: a clock only changes at a
    /// start.
    var lead: Int64?
    var isTold = false
  }

  private let name: String
  private let process: UInt32
  /// How often the name was claimed, by this process last.
  private let claim: Int
  private var peers: [String: Peer] = [:]
  private var (firstLook, lastLook): (Instant?, Instant?)
  /// When the namesake that is known has written last, and whether the operator has been told.
  private var namesake: (process: UInt32, changedAt: Revision, isTold: Bool)?

  /// A process that has claimed its name.
  public init(name: String, process: UInt32, claim: Int) {
    self.name = name
    self.process = process
    self.claim = claim
  }

  /// The other node whose clock differs most from this one's, where one does by more than can be told.
  public var clock: NodeRecord.ClockLead? {
    let leads = peers.mapValues { $0.lead ?? 0 }
    let most = leads.max { ($0.value.magnitude, $1.key) < ($1.value.magnitude, $0.key) }
    return most.flatMap { $0.value == 0 ? nil : NodeRecord.ClockLead(node: $0.key, milliseconds: $0.value) }
  }

  /// The other nodes that were there at the last look: those that had written anew shortly before.
  public var livingPeers: [NodeRecord] {
    guard let lastLook else { return [] }
    return peers.values.filter { peer in peer.seenAt.map { lastLook.milliseconds(since: $0) <= Self.living } ?? false }
      .map(\.record).sorted { $0.name < $1.name }
  }

  /// The two middle ones of all nodes' clocks, as leads of this one; twice the same where their number is odd.
  private var middle: (low: Int64, high: Int64) {
    let leads = (peers.values.compactMap(\.lead) + [0]).sorted()
    return (leads[(leads.count - 1) / 2], leads[leads.count / 2])
  }

  /// By how many milliseconds this node's clock is ahead of that of most nodes; negative: behind.
  public var clockLead: Int64 { middle.low.magnitude > middle.high.magnitude ? middle.low : middle.high }

  /// What the other nodes' clocks say of this one's.
  public func clockStanding(at now: Instant) -> ClockStanding {
    if !peers.values.contains(where: { $0.lead != nil }) {
      guard let firstLook else { return .pending }
      return peers.isEmpty || now.milliseconds(since: firstLook) >= Self.patience ? .agrees : .pending
    }
    let (low, high) = middle
    let limit = Self.mostLead.magnitude
    if low.magnitude > limit, high.magnitude > limit { return .differs(lead: clockLead) }
    return clockLead.magnitude > limit ? .disputed(lead: clockLead) : .agrees
  }

  /// Takes what all nodes say.
  ///
  /// - Parameters:
  ///   - asked: when the question was sent, by this node's clock.
  ///   - now: when its answer came.
  public mutating func look(_ records: [(record: NodeRecord, changedAt: Revision)], asked: Instant, now: Instant)
    -> [News]
  {
    defer { (firstLook, lastLook) = (firstLook ?? asked, asked) }
    let present = Set(records.map(\.record.name))
    peers = peers.filter { present.contains($0.key) }
    return records.flatMap { record, changedAt in
      record.name == name ? meet(record, changedAt) : compare(record, changedAt, now)
    }
  }

  /// What a process that is gone had on its way comes once. Who writes twice lives.
  private mutating func meet(_ record: NodeRecord, _ changedAt: Revision) -> [News] {
    guard record.process != process else { return [] }
    guard let known = namesake, known.process == record.process else {
      namesake = (record.process, changedAt, false)
      return [.sayAgain]
    }
    guard known.changedAt != changedAt else { return [] }
    namesake = (record.process, changedAt, true)
    let address = "\(record.host):\(record.port)"
    return [.sayAgain] + (known.isTold ? [] : [.namesake(address: address, cameFirst: record.claim < claim)])
  }

  /// A record that was not there at the last look was written since: the two clocks are compared as of then.
  private mutating func compare(_ record: NodeRecord, _ changedAt: Revision, _ now: Instant) -> [News] {
    guard let lastLook else {
      peers[record.name] = Peer(record: record, changedAt: changedAt)
      return []
    }
    let known = peers[record.name]
    guard known?.changedAt != changedAt else { return [] }
    // A node that has just started has nothing to compare its clock with before others write.
    let news: [News] = known?.record.process != record.process ? [.sayAgain] : []
    let most = now.milliseconds &- record.at
    let least = lastLook.milliseconds &- record.at &- Self.delay
    let lead = least > 0 ? least : min(most, 0)
    let differs = lead.magnitude > Self.tolerance.magnitude
    peers[record.name] = Peer(record: record, changedAt: changedAt, seenAt: now, lead: lead, isTold: differs)
    guard differs != (known?.isTold ?? false) else { return news }
    return news + [
      differs
        ? .clocksDiffer(NodeRecord.ClockLead(node: record.name, milliseconds: lead)) : .clocksAgree(node: record.name)
    ]
  }
}
