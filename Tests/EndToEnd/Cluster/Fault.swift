/// What befalls a cluster in one round.
struct Fault: Hashable, CustomStringConvertible {
  enum Target: String, CaseIterable {
    case owner
    case edge
    case leader = "etcd's leader"
    case ownerAndLeader = "owner and etcd's leader"
    case twoMembers = "two etcds"
  }

  let target: Target
  /// Held still for a while; killed otherwise.
  let isPause: Bool

  static let all = Target.allCases.flatMap { target in [false, true].map { Fault(target: target, isPause: $0) } }

  var description: String { "\(target.rawValue) \(isPause ? "paused" : "killed")" }
}

/// How long a round's fault was felt, in seconds.
struct FaultTimes: CustomStringConvertible {
  let fault: Fault
  /// Until the first move that was sent after the fault was acknowledged to a client whose node was not hit.
  var first = 0.0
  /// Until one was to each of them.
  var all = 0.0
  /// Until everybody played, on nodes that came back as well.
  var everybody = 0.0

  var description: String {
    func text(_ seconds: Double) -> String { "\((seconds * 100).rounded() / 100) s" }
    return "\(fault): first \(text(first)), all \(text(all)), with those of nodes that were hit \(text(everybody))"
  }
}
