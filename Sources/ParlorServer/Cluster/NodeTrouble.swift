import Cluster
import ClusterLink

/// Why nobody decides for the players of this node at the moment.
struct NodeTrouble: Equatable {
  /// The kinds, as `/ready` and the log name them.
  enum Reason: String {
    /// This node's etcd does not answer.
    case etcd = "etcd_does_not_answer"
    /// etcd has an older state than this node.
    case logIsBehind = "log_is_behind"
    case logIsNewer = "log_is_newer"
    /// Nobody speaks in the log.
    case noOwner = "no_owner"
    /// Somebody does, and this node has no link to it.
    case noLink = "no_link"
  }

  let reason: Reason
  /// One sentence without a full stop and without addresses of other machines, since `/ready` may be public.
  let why: String
}

/// What a node knows of its cluster beyond the log's entries. A pure value.
struct NodeCondition {
  /// How long an owner may say nothing before it counts as gone: see `Member.Timing.silence`.
  private static let silence: Int64 = 1_500

  var store = StoreHealth()
  /// For what this node follows the log no further.
  var stop: NodeTrouble?
  /// Whom the log names as its owner.
  var owner: String?
  /// When it has said something last.
  private(set) var heardAt: Int64?

  /// The log has gone on.
  mutating func heardWord(at now: Int64) { heardAt = now }

  /// Why nobody decides, where that is so.
  ///
  /// - Parameter linkFault: what has become of the link to the owner.
  func trouble(linkFault: String?, at now: Int64) -> NodeTrouble {
    if let stop { return stop }
    if let failure = store.failure { return NodeTrouble(reason: .etcd, why: failure.sentence) }
    let silent = heardAt.map { now &- $0 } ?? .max
    guard let owner, silent <= Self.silence else {
      let last = owner.map { ": \($0), which did, has said nothing for \(silent / 1000) s" } ?? ""
      return NodeTrouble(reason: .noOwner, why: "no node owns the log" + (heardAt == nil ? "" : last))
    }
    return NodeTrouble(
      reason: .noLink, why: "there is no link to \(owner), which owns the log: \(linkFault ?? "it is being made")")
  }
}
