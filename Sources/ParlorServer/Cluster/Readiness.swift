/// Whether a balancer should send players to this node. A pure value, in monotonic nanoseconds.
///
/// A node is ready while there is an owner, and for a grace period afterwards: a change of owner takes two or three
/// seconds, and new connections can wait for it. If balancers took all nodes out of service for that, they would have
/// none left. A node that has never had an owner is not ready, nor is one for which waiting is pointless.
struct Readiness {
  /// How long a ready node may be without an owner: longer than the longest takeover measured.
  static let grace: UInt64 = 5_000_000_000

  /// News for the operator.
  enum Change: Equatable {
    case lost
    case back(afterMilliseconds: Int)
  }

  private(set) var isReady = false
  private var wasReady = false
  private var since: UInt64
  private var isReported = false
  private var works = false

  init(at now: UInt64) { since = now }

  /// When to check again without an event.
  var nextDue: UInt64 { works || isReported ? .max : since &+ Self.grace }

  /// Checks the state.
  ///
  /// - Parameters:
  ///   - works: whether an owner decides for this node's players.
  ///   - isOut: whether waiting is pointless: the node cannot connect to any etcd, or does not follow the log any
  ///     further.
  mutating func update(works: Bool, isOut: Bool, at now: UInt64) -> Change? {
    if works {
      defer { (isReady, wasReady, self.works, isReported) = (true, true, true, false) }
      return isReported ? .back(afterMilliseconds: Int(clamping: (now &- since) / 1_000_000)) : nil
    }
    if self.works { since = now }
    self.works = false
    let isOver = now &- since >= Self.grace
    isReady = wasReady && !isOver && !isOut
    guard isOver, !isReported else { return nil }
    (isReported, wasReady) = (true, false)
    return .lost
  }
}
