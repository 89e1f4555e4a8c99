public import ParlorCore

/// What a node makes of what all nodes say of themselves in the store: whether another process has its name, and whose
/// clocks differ from its own. Nothing decides by these clocks. A pure value, told of a look every two seconds.
public struct PeerWatch {
  /// What the operator is told, and what is to be done.
  public enum News: Hashable, Sendable {
    /// Somebody else has written under this node's name: this one is to write, so that the other one notices as well.
    case sayAgain
    /// Another process lives under this node's name, and takes links there. The one that came later is to stop.
    case namesake(address: String, cameFirst: Bool)
    /// By how many milliseconds at least this node's clock is ahead of another one's.
    case clocksDiffer(NodeRecord.ClockLead)
    case clocksAgree(node: String)
  }

  /// By how much clocks may differ without a word, in milliseconds: what the looks themselves leave open is less.
  public static let tolerance: Int64 = 5_000
  /// How long a record may be on its way to the store, in milliseconds.
  private static let delay: Int64 = 1_000

  private struct Peer {
    var changedAt: Revision
    var lead: Int64 = 0
    var isTold = false
  }

  private let name: String
  private let process: UInt32
  /// How often the name was claimed, by this process last.
  private let claim: Int
  private var peers: [String: Peer] = [:]
  private var lastLook: Instant?
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
    let most = peers.max { ($0.value.lead.magnitude, $1.key) < ($1.value.lead.magnitude, $0.key) }
    return most.flatMap { $0.value.lead == 0 ? nil : NodeRecord.ClockLead(node: $0.key, milliseconds: $0.value.lead) }
  }

  /// Takes what all nodes say.
  ///
  /// - Parameters:
  ///   - asked: when the question was sent, by this node's clock.
  ///   - now: when its answer came.
  public mutating func look(_ records: [(record: NodeRecord, changedAt: Revision)], asked: Instant, now: Instant)
    -> [News]
  {
    defer { lastLook = asked }
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
    guard let known = peers[record.name], let lastLook else {
      peers[record.name] = Peer(changedAt: changedAt)
      return []
    }
    guard known.changedAt != changedAt else { return [] }
    let most = now.milliseconds &- record.at
    let least = lastLook.milliseconds &- record.at &- Self.delay
    let lead = least > 0 ? least : min(most, 0)
    let differs = lead.magnitude > Self.tolerance.magnitude
    peers[record.name] = Peer(changedAt: changedAt, lead: lead, isTold: differs)
    guard differs != known.isTold else { return [] }
    return [
      differs
        ? .clocksDiffer(NodeRecord.ClockLead(node: record.name, milliseconds: lead)) : .clocksAgree(node: record.name)
    ]
  }
}
