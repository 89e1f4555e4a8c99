/// A moment, in milliseconds since 1970-01-01T00:00:00Z. Time enters the core as a value with each input.
public struct Instant: Hashable, Comparable, Codable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

  /// A later moment. Saturates at the end of time.
  public func adding(milliseconds: Int64) -> Instant {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
    return Instant(milliseconds: overflow ? (milliseconds > 0 ? .max : .min) : sum)
  }

  /// Milliseconds from an earlier moment to this one; never negative.
  public func milliseconds(since earlier: Instant) -> Int64 {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return overflow ? 0 : max(0, difference)
  }

  /// Whole seconds until a later moment, rounded up; never negative.
  package func seconds(until later: Instant) -> Int {
    let difference = later.milliseconds(since: self)
    return Int(difference / 1000 + (difference % 1000 > 0 ? 1 : 0))
  }
}
