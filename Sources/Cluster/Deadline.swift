internal import CSystem

/// A deadline on a monotonic clock.
package struct Deadline: Sendable {
  private let nanoseconds: UInt64

  package init(after duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let wanted = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    // Clamped to 28 hours, so that the addition cannot overflow.
    nanoseconds = csystem_monotonic_nanoseconds() &+ UInt64(min(max(wanted, 0), 1e14))
  }

  func sooner(of other: Deadline) -> Deadline { other.nanoseconds < nanoseconds ? other : self }

  /// Rounded up, so that nobody polls with zero milliseconds repeatedly; 0 once it is over.
  package var millisecondsLeft: Int32 {
    let now = csystem_monotonic_nanoseconds()
    return now < nanoseconds ? Int32(clamping: (nanoseconds - now + 999_999) / 1_000_000) : 0
  }
}
