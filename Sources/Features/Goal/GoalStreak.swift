import TextMode

/// The streak that follows from the days on which a goal was reached.
///
/// - A missed day ends the streak unless there is a freeze, which it uses up. It does not count.
/// - The fifth day reached of a week, Monday to Sunday, earns a freeze for days after it. At most two are kept.
/// - A day that can still be reached is not missed.
struct GoalStreak: Hashable {
  private(set) var count = 0
  private(set) var best = 0
  private(set) var freezes = 0
  /// Missed days that a freeze has covered, in order.
  private(set) var frozen: [Int] = []

  static let mostFreezes = 2
  /// Days of a week that earn a freeze.
  static let daysForFreeze = 5

  private var week = Int.min
  private var daysOfWeek = 0

  /// - Parameter openSince: the first day that can still be reached.
  init(_ reached: DayRuns, openSince: Int) {
    var next: Int?
    for run in reached.runs {
      if let next { miss(next..<run.first) }
      for day in run.first...run.last { reach(day) }
      next = run.last &+ 1
    }
    if let next, next < openSince { miss(next..<openSince) }
  }

  private mutating func reach(_ day: Int) {
    count += 1
    best = max(best, count)
    let monday = Week.monday(of: day)
    (daysOfWeek, week) = (monday == week ? daysOfWeek + 1 : 1, monday)
    if daysOfWeek == Self.daysForFreeze { freezes = min(freezes + 1, Self.mostFreezes) }
  }

  private mutating func miss(_ days: Range<Int>) {
    let covered = days.prefix(freezes)
    frozen += covered
    freezes -= covered.count
    if covered.count < days.count { count = 0 }
  }
}

/// Weeks from Monday to Sunday.
enum Week {
  /// The Monday of a day's week.
  static func monday(of day: Int) -> Int { day &- Month.weekday(of: day) }
}
