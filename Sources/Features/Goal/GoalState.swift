import GameKit

/// The stored part of a player's goal. Streak and freezes follow from the days (``GoalStreak``).
struct GoalState: Codable, Hashable, Sendable {
  /// The latest days on which a game's puzzle was finished.
  struct Played: Codable, Hashable {
    let game: String
    /// Ascending; as many as are needed to know what was played before today, and before a yesterday that may still be
    /// finished.
    var days: [Int]
  }

  /// A feature's due work: cards to repeat.
  struct Work: Codable, Hashable {
    let id: String
    let title: String
    /// The day of this state.
    let day: Int
    var isDone: Bool
  }

  /// The ids of the chosen games; empty for none.
  var chosen: [String] = []
  /// By game, in the order of ids.
  private(set) var played: [Played] = []
  private(set) var work: [Work] = []
  private(set) var reached = DayRuns()
  /// The Monday before which all weeks have been shared or skipped; `nil` if none are shared.
  var sharedBefore: Int?

  /// Whether a game's puzzle of a day was finished.
  func hasPlayed(_ game: String, on day: Int) -> Bool { played.first { $0.game == game }?.days.contains(day) ?? false }

  /// When a game's puzzle was last finished before a day.
  func lastPlayed(_ game: String, before day: Int) -> Int? {
    played.first { $0.game == game }?.days.last { $0 < day }
  }

  private static let mostDays = 3

  mutating func play(_ game: String, on day: Int) {
    guard !hasPlayed(game, on: day) else { return }
    let place = played.firstIndex { $0.game >= game } ?? played.endIndex
    if place == played.endIndex || played[place].game != game {
      played.insert(Played(game: game, days: []), at: place)
    }
    played[place].days = (played[place].days + [day]).sorted().suffix(Self.mostDays)
  }

  /// Records work; only the latest day's is kept.
  mutating func note(_ new: Work) {
    work.removeAll { $0.id == new.id || $0.day < new.day - 1 }
    work.append(new)
  }

  mutating func reach(_ days: ClosedRange<Int>) { reached.insert(days) }
}

/// Days as runs of consecutive days: a streak of a year is two numbers.
struct DayRuns: Codable, Hashable, Sendable {
  struct Run: Codable, Hashable {
    var first: Int
    var last: Int
  }

  /// Ascending, with gaps between them.
  private(set) var runs: [Run] = []

  func contains(_ day: Int) -> Bool { runs.contains { $0.first <= day && day <= $0.last } }

  mutating func insert(_ days: ClosedRange<Int>) {
    var new = Run(first: days.lowerBound, last: days.upperBound)
    let touching = runs.filter { $0.last >= new.first &- 1 && $0.first <= new.last &+ 1 }
    for run in touching { new = Run(first: min(new.first, run.first), last: max(new.last, run.last)) }
    runs.removeAll { touching.contains($0) }
    runs.insert(new, at: runs.firstIndex { $0.first > new.first } ?? runs.endIndex)
  }
}
