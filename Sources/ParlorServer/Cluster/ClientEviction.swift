import Cluster

/// Decides when a node closes its clients, which could play at another node while they can only wait or read here. A
/// pure value, in monotonic nanoseconds.
///
/// They are closed over a period, so that they do not all connect to another node at once.
struct ClientEviction {
  /// How long no owner may be reached: longer than the longest takeover measured.
  static let ownerTimeout: UInt64 = 8_000_000_000
  /// The shortest time without another hope: a new owner's link is established within a moment.
  static let settlingTime: UInt64 = 2_000_000_000
  /// The period from the first closed client to the last.
  static let duration: UInt64 = 1_500_000_000
  private static let stepInterval: UInt64 = 50_000_000

  /// Since when an owner may exist elsewhere but is not reached.
  private var since: UInt64?
  /// When closing began, for how many clients, and how many were closed.
  private var closing: (began: UInt64, total: Int, closed: Int)?
  /// When to check again without an event.
  private(set) var nextDue: UInt64 = .max
  /// Whether clients are being closed.
  var isClosing: Bool { closing != nil }

  /// The number of clients to be closed by then, rounded up.
  private static func dueCount(of total: Int, after passed: UInt64) -> Int {
    Int(clamping: (UInt64(clamping: total) &* passed &+ duration &- 1) / duration)
  }

  /// Checks the state.
  ///
  /// - Parameters:
  ///   - ownerReached: when an owner was last reached; `nil` while one is reached, or if none can exist elsewhere.
  ///   - clients: the number of clients.
  /// - Returns: the number of clients to close now.
  mutating func update(ownerReached: UInt64?, clients: Int, at now: UInt64) -> Int {
    guard let ownerReached else {
      (since, closing, nextDue) = (nil, nil, .max)
      return 0
    }
    let since = since ?? now
    self.since = since
    let due = max(ownerReached &+ Self.ownerTimeout, since &+ Self.settlingTime)
    guard now >= due else {
      nextDue = due
      return 0
    }
    var (began, total, closed) = closing ?? (now, clients, 0)
    let passed = now &- began &+ Self.stepInterval
    let planned = passed >= Self.duration ? Int.max : Self.dueCount(of: total, after: passed) - closed
    let count = min(max(planned, 0), clients)
    closed += count
    closing = (began, total, closed)
    nextDue = now &+ Self.stepInterval
    return count
  }
}
