public import GameKit

/// The civil day of a moment in the server's zone.
public protocol CivilCalendar: Sendable {
  /// The day of a moment.
  func day(at instant: Instant) -> Day
  /// The first moment of a day.
  func start(of day: Day) -> Instant
}

/// Days that begin at midnight UTC.
public struct UTCCalendar: CivilCalendar {
  private static let millisecondsPerDay: Int64 = 86_400_000
  /// Days from 1970-01-01 to the day before 2026-01-01, which has number 1.
  private static let offset: Int64 = 20453

  /// The default calendar, also of tests.
  public init() {}

  public func day(at instant: Instant) -> Day {
    let (quotient, remainder) = instant.milliseconds.quotientAndRemainder(dividingBy: Self.millisecondsPerDay)
    return Day(number: Int(quotient - Self.offset - (remainder < 0 ? 1 : 0)))
  }

  public func start(of day: Day) -> Instant {
    let (days, overflow) = Int64(day.number).addingReportingOverflow(Self.offset)
    let (milliseconds, tooFar) = days.multipliedReportingOverflow(by: Self.millisecondsPerDay)
    return Instant(milliseconds: overflow || tooFar ? .max : milliseconds)
  }
}
