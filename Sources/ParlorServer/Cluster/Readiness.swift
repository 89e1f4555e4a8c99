/// Whether a balancer should send players to this node. A pure value, in monotonic nanoseconds.
///
/// Somebody decides, or has until a moment ago: one owner follows the other within two or three seconds, and who
/// connects meanwhile waits for it. Balancers that took all nodes out of service for that would have nowhere to send
/// anybody. A node that has never known an owner is not ready, nor is one that waits for a takeover in vain.
struct Readiness {
  /// How long a node that was ready may be without an owner: longer than the longest takeover that was measured.
  static let grace: UInt64 = 5_000_000_000

  /// What the operator is told.
  enum News: Equatable {
    case lost
    case back(afterMilliseconds: Int)
  }

  private(set) var isReady = false
  private var wasReady = false
  private var since: UInt64
  private var isTold = false
  private var works = false

  init(at now: UInt64) { since = now }

  /// When to look again though nothing happens.
  var nextDue: UInt64 { works || isTold ? .max : since &+ Self.grace }

  /// Looks at how things are.
  ///
  /// - Parameters:
  ///   - works: whether somebody decides for this node's players.
  ///   - isOut: whether this node waits in vain, since it cannot connect to any etcd or follows the log no further.
  mutating func look(works: Bool, isOut: Bool, at now: UInt64) -> News? {
    if works {
      defer { (isReady, wasReady, self.works, isTold) = (true, true, true, false) }
      return isTold ? .back(afterMilliseconds: Int(clamping: (now &- since) / 1_000_000)) : nil
    }
    if self.works { since = now }
    self.works = false
    let isOver = now &- since >= Self.grace
    isReady = wasReady && !isOver && !isOut
    guard isOver, !isTold else { return nil }
    (isTold, wasReady) = (true, false)
    return .lost
  }
}
