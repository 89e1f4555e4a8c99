import GameKit

/// The core's time: that of the last input, and its civil day.
final class Clock {
  private let calendar: any CivilCalendar
  private(set) var now: Instant
  /// The civil day, or a later one that has already begun: see ``day(at:notBefore:_:)``.
  var today: Day
  /// When the next day begins.
  private(set) var tomorrow: Instant
  /// The first day whose puzzle may still be played: yesterday, until ``graceEnd``.
  private(set) var openSince: Day
  /// Until when a daily begun before midnight may be finished; `nil` afterwards.
  private(set) var graceEnd: Instant?
  /// When today began; `nil` once ``graceEnd`` is over.
  var graceBegin: Instant? { graceEnd?.adding(milliseconds: -graceMilliseconds) }
  private let graceMilliseconds: Int64
  /// Microseconds on a monotonic clock.
  private(set) var stopwatch: Int64 = 0
  /// Whether the edge has such a clock, so that equal times are one turn of its loop.
  private(set) var hasStopwatch = false

  /// - Parameters:
  ///   - latestDay: the number of a day that has already begun, if any.
  ///   - graceSeconds: how long after midnight a daily may be finished.
  init(_ calendar: any CivilCalendar, now: Instant, latestDay: Int?, graceSeconds: Int) {
    self.calendar = calendar
    self.now = now
    graceMilliseconds = Int64(graceSeconds) * 1000
    today = Self.day(at: now, notBefore: latestDay, calendar)
    tomorrow = calendar.start(of: today.next)
    openSince = today
    beginGrace()
  }

  private func beginGrace() {
    let end = calendar.start(of: today).adding(milliseconds: graceMilliseconds)
    // Yesterday may have been opened before a clock was set back past midnight.
    guard calendarDay == today, now < end else { return endGrace() }
    (openSince, graceEnd) = (Day(number: today.number - 1), end)
  }

  /// Yesterday is over for good.
  func endGrace() { (openSince, graceEnd) = (today, nil) }

  /// Days by which a clock may have been set back.
  private static let daysBack = 7

  /// The day of a moment. No day is repeated: after a clock was set back past midnight while the server was down, the
  /// day that had begun lasts until the next one. If the clock is more than a week behind, the earlier one was wrong,
  /// and days begin anew.
  private static func day(at now: Instant, notBefore latest: Int?, _ calendar: any CivilCalendar) -> Day {
    let day = calendar.day(at: now)
    guard let latest, latest > day.number, latest - day.number <= daysBack else { return day }
    return Day(number: latest)
  }

  /// The system clock's day, whatever had begun before.
  var calendarDay: Day { calendar.day(at: now) }

  /// Advances the time, which never runs backwards in the core.
  ///
  /// - Returns: whether the day is over.
  func advance(to moment: Instant) -> Bool {
    now = max(now, moment)
    return now >= tomorrow
  }

  /// Sets the stopwatch of a line; without one the moment measures.
  func measure(_ stopwatch: Int64?) {
    self.stopwatch = stopwatch ?? now.milliseconds &* 1000
    hasStopwatch = stopwatch != nil
  }

  /// Moves on to the present day.
  func turnDay() {
    today = calendar.day(at: now)
    tomorrow = calendar.start(of: today.next)
    beginGrace()
  }

  /// Seconds until the grace period is over, for players with yesterday's board.
  var graceSeconds: Int? { graceEnd.map { now.seconds(until: $0) } }

  /// Seconds until the next civil day.
  var secondsToNextDay: Int { now.seconds(until: tomorrow) }
}
