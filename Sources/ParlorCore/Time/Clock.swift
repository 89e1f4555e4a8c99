import GameKit

/// What time it is in the core: the moment of the last input, and its civil day.
final class Clock {
  private let calendar: any CivilCalendar
  private(set) var now: Instant
  /// The civil day, or a later one that has begun before: see ``day(at:notBefore:_:)``.
  var today: Day
  /// When the next day begins.
  private(set) var tomorrow: Instant
  /// The first day whose puzzle may be played still: the day before this one, until ``graceEnd``.
  private(set) var openSince: Day
  /// Until when a daily that was begun before midnight may be finished; `nil` once that is over.
  private(set) var graceEnd: Instant?
  private let graceMilliseconds: Int64
  /// Microseconds on a clock that measures spans and tells no time of day.
  private(set) var stopwatch: Int64 = 0
  /// Whether the edge has such a clock, so that equal times are one turn of its loop.
  private(set) var hasStopwatch = false

  /// - Parameters:
  ///   - latestDay: the number of a day that had begun before, if any.
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
    // Before a clock was set back past midnight the day before may have been opened.
    guard calendarDay == today, now < end else { return endGrace() }
    (openSince, graceEnd) = (Day(number: today.number - 1), end)
  }

  /// The day before is over for good.
  func endGrace() { (openSince, graceEnd) = (today, nil) }

  /// Days by which a clock may have been set back.
  private static let daysBack = 7

  /// The day of a moment. No day comes twice: a clock that was set back past midnight while the server was down finds
  /// the day that had begun, and it lasts until the next one. A clock that is more than a week behind was a wrong one
  /// before, and days begin anew.
  private static func day(at now: Instant, notBefore latest: Int?, _ calendar: any CivilCalendar) -> Day {
    let day = calendar.day(at: now)
    guard let latest, latest > day.number, latest - day.number <= daysBack else { return day }
    return Day(number: latest)
  }

  /// The day that the system's clock has, whatever had begun before.
  var calendarDay: Day { calendar.day(at: now) }

  /// Time never runs backwards in the core, whatever the clock does.
  ///
  /// - Returns: whether the day is over.
  func advance(to moment: Instant) -> Bool {
    now = max(now, moment)
    return now >= tomorrow
  }

  /// Takes the time of a line; without a stopwatch the moment measures.
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

  /// Seconds until the grace is over, for players who have a board of the day before.
  var graceSeconds: Int? { graceEnd.map { now.seconds(until: $0) } }

  /// Seconds until the next civil day.
  var secondsToNextDay: Int { now.seconds(until: tomorrow) }
}
