/// A player's counts in a game: a row of `tally`, updated by each ranked result.
struct Tally: Equatable {
  var played = 0
  var won = 0
  /// The run of days with a solved daily that ends at `wonDay`.
  var streak = 0
  var bestStreak = 0
  /// The last day whose daily was solved.
  var wonDay: Int?
  /// The last day whose daily was lost.
  var lostDay: Int?

  /// Counts a result.
  ///
  /// - Parameter day: the puzzle's day, for dailies; only those make streaks.
  mutating func add(won isWon: Bool, day: Int?) {
    played += 1
    won += isWon ? 1 : 0
    guard let day else { return }
    guard isWon else {
      lostDay = max(lostDay ?? day, day)
      return
    }
    extendStreak(day)
  }

  /// Days are ascending unless a server's zone or clock was set back; then a day just before the run extends it, and
  /// any other changes nothing.
  private mutating func extendStreak(_ day: Int) {
    if let wonDay, day <= wonDay {
      if day == wonDay - streak { streak += 1 }
    } else {
      streak = wonDay == day - 1 ? streak + 1 : 1
      wonDay = day
    }
    bestStreak = max(bestStreak, streak)
  }

  /// The streak as players count it: alive while the last solved day is today or yesterday. Losing today's daily ends
  /// it at once.
  func streak(on today: Int) -> Int {
    guard let wonDay else { return 0 }
    if wonDay >= today { return streak }
    return wonDay == today - 1 && lostDay != today ? streak : 0
  }
}
