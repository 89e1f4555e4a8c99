import GameKit
package import Kernel

/// The period of a leaderboard, by its number in `standing` and `claim_standing`.
package enum BoardPeriod: Int, CaseIterable, Sendable {
  /// All time.
  case all = 0
  /// Seven days: the last seven for results of this server, and from Monday on for claims.
  case week = 1
  /// Today.
  case day = 2
  /// The present calendar month; for claims only.
  case month = 3

  /// The days of a week, today included.
  package static let weekDays = 7

  /// The least number of finished games for a place by average score, so that one lucky game does not lead for ever.
  package var leastGames: Int {
    switch self {
    case .day: 1
    case .week: 3
    case .month, .all: 10
    }
  }

  /// The first day of a day's period; 0 for all time. Day 1, 2026-01-01, was a Thursday.
  package func start(of day: Int) -> Int {
    switch self {
    case .all: 0
    case .day: day
    case .week: day &- (((day &+ 2) % 7 &+ 7) % 7)
    case .month: Day(String(Day(number: day).text.prefix(8)) + "01")?.number ?? day
    }
  }
}

/// The kinds of players in `standing` and `claim_standing`: each kind has its own leaderboard, guests have none.
package enum BoardKind: Int {
  case guest = 0
  case person = 1
  case bot = 2

  package init(isGuest: Bool, isBot: Bool) { self = isGuest ? .guest : isBot ? .bot : .person }
}

/// A line of a leaderboard.
package struct LeaderboardEntry: Hashable, Sendable {
  /// The player.
  package var name: String
  /// Finished in the period.
  package var played: Int
  /// Solved in the period.
  package var won: Int
  /// The sum of scores.
  package var score: Int

  package init(name: String, played: Int, won: Int, score: Int) {
    (self.name, self.played, self.won, self.score) = (name, played, won, score)
  }
}

extension LeaderboardEntry {
  /// Reads these columns, in order.
  package init(_ row: inout Columns) {
    self.init(name: row.text(), played: row.number(), won: row.number(), score: row.number())
  }
}
