import Cluster
import ClusterLink
import ParlorCore

/// Why nobody decides for the players of this node at the moment.
struct NodeTrouble: Equatable {
  /// The kinds, as `/ready` and the log name them.
  enum Reason: String {
    /// This node's tables cannot be written, so that it does not own.
    case storage = "cannot_store"
    /// This node's clock is not that of most nodes, so that it does not own.
    case clock = "clock_differs"
    /// This node's etcd does not answer.
    case etcd = "etcd_does_not_answer"
    /// etcd has an older state than this node.
    case logIsBehind = "log_is_behind"
    case logIsNewer = "log_is_newer"
    /// This node has yet to follow what the log holds.
    case catchingUp = "catching_up"
    /// Nobody speaks in the log.
    case noOwner = "no_owner"
    /// Somebody does, and this node has no link to it.
    case noLink = "no_link"
  }

  let reason: Reason
  /// Whether this node has to look for the owner by itself, since it cannot read in the log who is.
  var hidesOwner: Bool {
    switch reason {
    case .etcd, .logIsBehind, .logIsNewer, .catchingUp, .storage: true
    case .noOwner, .noLink, .clock: false
    }
  }
  /// One sentence without a full stop and without addresses of other machines, since `/ready` may be public.
  let why: String
}

/// What a node knows of its cluster beyond the log's entries. A pure value.
struct NodeCondition {
  /// How long an owner may say nothing before it counts as gone: see `Member.Timing.silence`.
  private static let silence: Int64 = 1_500

  /// How long this node's tables may fail to take what they are given before it gives the log up.
  static let storagePatience: Int64 = 1_500
  /// How long etcd may not answer before the operator is told: longer than a leader takes to be replaced.
  private static let storePatience: Int64 = 2_000

  /// The node's tables. Once they have failed, what waits for them has to be stored before the node owns again.
  var storage = Health<StorageFailure>(patience: storagePatience)
  var store = Health<EngineFailure>(patience: storePatience)
  /// The other nodes that were there when etcd last answered.
  var livingPeers: [NodeRecord] = []
  /// For what this node follows the log no further.
  var stop: NodeTrouble?
  /// Whether the log goes on beyond what this node has followed by far.
  var isCatchingUp = false
  /// Whom the log names as its owner.
  var owner: String?
  /// When it has said something last.
  private(set) var heardAt: Int64?

  /// Whether the log is not followed, since the tables have no room for what it brings.
  var isPaused = false

  /// The log has gone on.
  mutating func heardWord(at now: Int64) { heardAt = now }

  /// What the other nodes' clocks say of this one's.
  var clock = PeerWatch.ClockStanding.pending

  /// Whether this node may own the log, as far as that changes while it runs. Where nothing tells which clock is wrong,
  /// the owner stays what it is, and nobody takes over: a day that has begun too early cannot be taken back.
  var eligibility: Member.Eligibility {
    if storage.isDown { return .mayNotOwn }
    return switch clock {
    case .agrees: .mayOwn
    case .pending, .disputed: .mayStay
    case .differs: .mayNotOwn
    }
  }

  /// Why balancers should send players to other nodes, though this one has an owner.
  var impairment: NodeTrouble? {
    if storage.isDown, let failure = storage.failure { return NodeTrouble(reason: .storage, why: failure.message) }
    if case .differs(let lead) = clock { return NodeTrouble(reason: .clock, why: Self.words(forClock: lead)) }
    return nil
  }

  static func words(forClock lead: Int64) -> String {
    "this node's clock is \(lead.magnitude / 1000) s \(lead < 0 ? "behind" : "ahead of") those of most nodes, so that it "
      + "does not own: set it and restart the node"
  }

  /// Why nobody decides, where that is so.
  ///
  /// - Parameter linkFault: what has become of the link to the owner.
  func trouble(linkFault: String?, at now: Int64) -> NodeTrouble {
    if let stop { return stop }
    if isPaused, let failure = storage.failure { return NodeTrouble(reason: .storage, why: failure.message) }
    if let failure = store.failure { return NodeTrouble(reason: .etcd, why: failure.sentence) }
    if isCatchingUp, owner == nil {
      return NodeTrouble(reason: .catchingUp, why: "this node has yet to follow the log, and does not know who owns it")
    }
    let silent = heardAt.map { now &- $0 } ?? .max
    guard let owner, silent <= Self.silence else {
      let last = owner.map { ": \($0), which did, has said nothing for \(silent / 1000) s" } ?? ""
      return NodeTrouble(reason: .noOwner, why: "no node owns the log" + (heardAt == nil ? "" : last))
    }
    return NodeTrouble(
      reason: .noLink, why: "there is no link to \(owner), which owns the log: \(linkFault ?? "it is being made")")
  }
}
