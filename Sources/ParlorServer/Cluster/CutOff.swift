import Cluster

/// When a node closes its clients, which may play at another node while they only wait or read here. A pure value, in
/// monotonic nanoseconds.
///
/// They are closed over a while, so that they do not all come to another node at once.
struct CutOff {
  /// How long a node may not have reached an owner: longer than the longest takeover that was measured.
  static let patience: UInt64 = 8_000_000_000
  /// How long there has to be no other hope at least: a new owner's link is made within a moment.
  static let settling: UInt64 = 2_000_000_000
  /// From the first client that is closed to the last.
  static let spread: UInt64 = 1_500_000_000
  private static let step: UInt64 = 50_000_000

  /// Since when an owner may be elsewhere and is not reached.
  private var since: UInt64?
  /// When closing began, for how many clients, and how many of them were closed.
  private var closing: (began: UInt64, total: Int, closed: Int)?
  /// When to look again though nothing happens.
  private(set) var nextDue: UInt64 = .max
  /// Whether clients are being closed.
  var isClosing: Bool { closing != nil }

  /// How many of the clients are closed by then, rounded up.
  private static func part(of total: Int, after passed: UInt64) -> Int {
    Int(clamping: (UInt64(clamping: total) &* passed &+ spread &- 1) / spread)
  }

  /// Looks at how things are.
  ///
  /// - Parameters:
  ///   - ownerReached: when an owner was last reached; `nil` while one is, or where there is none to be reached
  ///     elsewhere.
  ///   - clients: how many there are.
  /// - Returns: how many of them are to be closed now.
  mutating func look(ownerReached: UInt64?, clients: Int, at now: UInt64) -> Int {
    guard let ownerReached else {
      (since, closing, nextDue) = (nil, nil, .max)
      return 0
    }
    let since = since ?? now
    self.since = since
    let due = max(ownerReached &+ Self.patience, since &+ Self.settling)
    guard now >= due else {
      nextDue = due
      return 0
    }
    var (began, total, closed) = closing ?? (now, clients, 0)
    let passed = now &- began &+ Self.step
    let planned = passed >= Self.spread ? Int.max : Self.part(of: total, after: passed) - closed
    let count = min(max(planned, 0), clients)
    closed += count
    closing = (began, total, closed)
    nextDue = now &+ Self.step
    return count
  }
}
