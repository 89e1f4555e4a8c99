public import ParlorCore

/// Evaluates the records of all nodes in the store: whether another process uses this node's name, and whose clocks
/// differ from its own. A pure value, updated every half second.
public struct PeerWatch: Sendable {
  /// News for the operator, and what has to be done.
  public enum News: Hashable, Sendable {
    /// Another process has written under this node's name, or a node has started: this node must write its record, so
    /// that the other notices, or can compare clocks.
    case rewriteRecord
    /// Another live process uses this node's name, with this link address. The later one must stop.
    case nameConflict(address: String, cameFirst: Bool)
    /// This node's clock is ahead of another one's by at least that many milliseconds.
    case clocksDiffer(NodeRecord.ClockLead)
    case clocksAgree(node: String)
  }

  /// The result of comparing this node's clock with the others'.
  public enum ClockStanding: Hashable, Sendable {
    /// There are other nodes, but none has been compared yet.
    case pending
    /// It differs from most nodes' clocks by at most ``mostLead``, or there is nothing to compare it with.
    case agrees
    /// As many clocks agree with it as differ (as with two nodes), so it is unknown which are wrong. Its lead in
    /// milliseconds.
    case disputed(lead: Int64)
    /// It differs from most clocks; its lead in milliseconds.
    case differs(lead: Int64)
  }

  /// The largest difference from most nodes' clocks with which a node may own, in milliseconds.
  public static let mostLead: Int64 = 60_000
  /// How long a starting node waits for the records of others to compare clocks, in milliseconds.
  static let comparisonTimeout: Int64 = 5_000

  /// How long a node counts as alive after its last write, in milliseconds: it writes every ten seconds.
  private static let aliveMilliseconds: Int64 = 30_000

  /// The largest difference of clocks that is not reported, in milliseconds: larger than the uncertainty of the
  /// comparison.
  public static let tolerance: Int64 = 5_000
  /// The longest that a record may take to reach the store, in milliseconds.
  private static let delay: Int64 = 1_000

  private struct Peer {
    var record: NodeRecord
    var changedAt: Revision
    /// When its last change was seen.
    var seenAt: Instant?
    /// `nil` until its clock was compared. Kept after the node has stopped: its lead can only change with a restart.
    var lead: Int64?
    var isReported = false
  }

  private let name: String
  private let process: UInt32
  /// How often the name was claimed, including by this process.
  private let claim: Int
  private var peers: [String: Peer] = [:]
  private var (firstEvaluation, lastEvaluation): (Instant?, Instant?)
  /// The last write of the known namesake, and whether the operator was told.
  private var nameConflict: (process: UInt32, changedAt: Revision, isTold: Bool)?

  /// Creates the state of a process that has claimed its name.
  public init(name: String, process: UInt32, claim: Int) {
    self.name = name
    self.process = process
    self.claim = claim
  }

  /// The other node whose clock differs most from this one's, if the difference is measurable.
  public var clock: NodeRecord.ClockLead? {
    let leads = peers.mapValues { $0.lead ?? 0 }
    let most = leads.max { ($0.value.magnitude, $1.key) < ($1.value.magnitude, $0.key) }
    return most.flatMap { $0.value == 0 ? nil : NodeRecord.ClockLead(node: $0.key, milliseconds: $0.value) }
  }

  /// The other nodes that were alive at the last look: those that had written recently.
  public var alivePeers: [NodeRecord] {
    guard let lastEvaluation else { return [] }
    return peers.values.filter { peer in
      peer.seenAt.map { lastEvaluation.milliseconds(since: $0) <= Self.aliveMilliseconds } ?? false
    }
    .map(\.record).sorted { $0.name < $1.name }
  }

  /// The two middle values of this node's leads over all nodes' clocks; equal for an odd number.
  private var middle: (low: Int64, high: Int64) {
    let leads = (peers.values.compactMap(\.lead) + [0]).sorted()
    return (leads[(leads.count - 1) / 2], leads[leads.count / 2])
  }

  /// The lead of this node's clock over most nodes', in milliseconds; negative: behind.
  public var clockLead: Int64 { middle.low.magnitude > middle.high.magnitude ? middle.low : middle.high }

  /// How this node's clock compares with the others'.
  public func clockStanding(at now: Instant) -> ClockStanding {
    if !peers.values.contains(where: { $0.lead != nil }) {
      guard let firstEvaluation else { return .pending }
      return peers.isEmpty || now.milliseconds(since: firstEvaluation) >= Self.comparisonTimeout ? .agrees : .pending
    }
    let (low, high) = middle
    let limit = Self.mostLead.magnitude
    if low.magnitude > limit, high.magnitude > limit { return .differs(lead: clockLead) }
    return clockLead.magnitude > limit ? .disputed(lead: clockLead) : .agrees
  }

  /// Evaluates the records of all nodes.
  ///
  /// - Parameters:
  ///   - asked: when the request was sent, by this node's clock.
  ///   - now: when its answer arrived.
  public mutating func evaluate(_ records: [(record: NodeRecord, changedAt: Revision)], asked: Instant, now: Instant)
    -> [News]
  {
    defer { (firstEvaluation, lastEvaluation) = (firstEvaluation ?? asked, asked) }
    let present = Set(records.map(\.record.name))
    peers = peers.filter { present.contains($0.key) }
    return records.flatMap { record, changedAt in
      record.name == name ? checkName(record, changedAt) : compare(record, changedAt, now)
    }
  }

  /// A write that a dead process had sent arrives once; only a second write shows that the process is alive.
  private mutating func checkName(_ record: NodeRecord, _ changedAt: Revision) -> [News] {
    guard record.process != process else { return [] }
    guard let known = nameConflict, known.process == record.process else {
      nameConflict = (record.process, changedAt, false)
      return [.rewriteRecord]
    }
    guard known.changedAt != changedAt else { return [] }
    nameConflict = (record.process, changedAt, true)
    let address = "\(record.host):\(record.port)"
    return [.rewriteRecord] + (known.isTold ? [] : [.nameConflict(address: address, cameFirst: record.claim < claim)])
  }

  /// Compares clocks with a record that was written since the last look.
  private mutating func compare(_ record: NodeRecord, _ changedAt: Revision, _ now: Instant) -> [News] {
    guard let lastEvaluation else {
      peers[record.name] = Peer(record: record, changedAt: changedAt)
      return []
    }
    let known = peers[record.name]
    guard known?.changedAt != changedAt else { return [] }
    // A node that has just started cannot compare its clock until others write.
    let news: [News] = known?.record.process != record.process ? [.rewriteRecord] : []
    let most = now.milliseconds &- record.at
    let least = lastEvaluation.milliseconds &- record.at &- Self.delay
    let lead = least > 0 ? least : min(most, 0)
    let differs = lead.magnitude > Self.tolerance.magnitude
    peers[record.name] = Peer(record: record, changedAt: changedAt, seenAt: now, lead: lead, isReported: differs)
    guard differs != (known?.isReported ?? false) else { return news }
    return news + [
      differs
        ? .clocksDiffer(NodeRecord.ClockLead(node: record.name, milliseconds: lead)) : .clocksAgree(node: record.name)
    ]
  }
}
