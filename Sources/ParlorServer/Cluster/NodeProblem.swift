import Cluster
import ClusterLink
import ParlorCore

/// Why no owner serves the players of this node at the moment.
struct NodeProblem: Equatable {
  /// The kinds, as named by `/ready` and the log.
  enum Reason: String {
    /// This node's tables cannot be written, so it does not own.
    case storage = "cannot_store"
    /// This node's clock differs from most nodes', so it does not own.
    case clock = "clock_differs"
    /// This node's etcd does not answer.
    case etcd = "etcd_does_not_answer"
    /// etcd's state is older than this node's.
    case logIsBehind = "log_is_behind"
    case logIsNewer = "log_is_newer"
    /// This node has not followed the log to its end yet.
    case catchingUp = "catching_up"
    /// No owner writes to the log.
    case noOwner = "no_owner"
    /// There is an owner, but no link to it.
    case noLink = "no_link"
  }

  let reason: Reason
  /// Whether this node must search for the owner, since it cannot read in the log who it is.
  var hidesOwner: Bool {
    switch reason {
    case .etcd, .logIsBehind, .logIsNewer, .catchingUp, .storage: true
    case .noOwner, .noLink, .clock: false
    }
  }
  /// One sentence without a full stop and without addresses of other machines, since `/ready` may be public.
  let why: String
}

/// A node's knowledge of its cluster beyond the log's entries. A pure value.
struct NodeCondition {
  /// How long an owner may be silent before it counts as gone: see `ClusterMember.Timing.silence`.
  private static let silence: Int64 = 1_500

  /// How long this node's tables may fail before it gives the log up.
  static let storageTolerance: Int64 = 1_500
  /// How long etcd may not answer before that is logged: longer than an election takes.
  private static let etcdTolerance: Int64 = 2_000

  /// The node's tables. After a failure, all pending facts must be stored before the node owns again.
  var storage = Health<StorageFailure>(tolerance: storageTolerance)
  var etcd = Health<EngineFailure>(tolerance: etcdTolerance)
  /// The other nodes that were alive when etcd last answered.
  var livingPeers: [NodeRecord] = []
  /// Why this node has stopped following the log.
  var stop: NodeProblem?
  /// Whether this node is far behind the log.
  var isCatchingUp = false
  /// The owner that the log names.
  var owner: String?
  /// When the owner last wrote.
  private(set) var lastAdvanceAt: Int64?

  /// Whether following is paused because the tables have no room.
  var isPaused = false

  /// Records that the log has advanced.
  mutating func recordLogAdvance(at now: Int64) { lastAdvanceAt = now }

  /// This node's clock compared with the others'.
  var clock = PeerWatch.ClockStanding.pending

  /// Whether this node may own the log at the moment. If it is unknown which clock is wrong, the owner stays, and
  /// nobody takes over: a day that has begun too early cannot be taken back.
  var eligibility: ClusterMember.Eligibility {
    if storage.isDown { return .mayNotOwn }
    return switch clock {
    case .agrees: .mayOwn
    case .pending, .disputed: .mayStay
    case .differs: .mayNotOwn
    }
  }

  /// Why balancers should send players to other nodes, although this one has an owner.
  var impairment: NodeProblem? {
    if storage.isDown, let failure = storage.failure { return NodeProblem(reason: .storage, why: failure.message) }
    if case .differs(let lead) = clock { return NodeProblem(reason: .clock, why: Self.words(forClock: lead)) }
    return nil
  }

  static func words(forClock lead: Int64) -> String {
    "this node's clock is \(lead.magnitude / 1000) s \(lead < 0 ? "behind" : "ahead of") those of most nodes, so that it "
      + "does not own: set it and restart the node"
  }

  /// Why no owner serves this node's players, if so.
  ///
  /// - Parameter linkFault: the state of the link to the owner.
  func problem(linkFault: String?, at now: Int64) -> NodeProblem {
    if let stop { return stop }
    if isPaused, let failure = storage.failure { return NodeProblem(reason: .storage, why: failure.message) }
    if let failure = etcd.failure { return NodeProblem(reason: .etcd, why: failure.sentence) }
    if isCatchingUp, owner == nil {
      return NodeProblem(
        reason: .catchingUp, why: "this node is catching up with the log and does not know the owner yet")
    }
    let silent = lastAdvanceAt.map { now &- $0 } ?? .max
    guard let owner, silent <= Self.silence else {
      let last = owner.map { ": \($0), the last owner, has written nothing for \(silent / 1000) s" } ?? ""
      return NodeProblem(reason: .noOwner, why: "no node owns the log" + (lastAdvanceAt == nil ? "" : last))
    }
    return NodeProblem(
      reason: .noLink, why: "there is no link to \(owner), which owns the log: \(linkFault ?? "it is being made")")
  }
}
