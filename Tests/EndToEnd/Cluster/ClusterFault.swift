/// A fault injected into a cluster for one round.
struct ClusterFault: Hashable, CustomStringConvertible {
  enum Target: String, CaseIterable {
    case owner
    case edge
    case leader = "etcd's leader"
    case ownerAndLeader = "owner and etcd's leader"
    case twoMembers = "two etcds"
  }

  let target: Target
  /// Stopped by SIGSTOP for a while; otherwise killed.
  let isPause: Bool

  static let all = Target.allCases.flatMap { target in [false, true].map { ClusterFault(target: target, isPause: $0) } }

  var description: String { "\(target.rawValue) \(isPause ? "paused" : "killed")" }
}
