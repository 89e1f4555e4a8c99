import GameKit

/// The time that a board covers, as `standing` and `claim_standing` number it.
enum BoardPeriod: Int, CaseIterable, Sendable {
  /// All time.
  case all = 0
  /// Seven days: of results played here the last ones, today among them; of claimed results from Monday on.
  case week = 1
  /// Today.
  case day = 2
  /// The present calendar month; of claimed results only.
  case month = 3

  /// Days that a week has, today among them.
  static let weekDays = 7

  /// Games that somebody must have finished in the period to have a place by average score, so that one lucky game
  /// does not lead for ever.
  var leastGames: Int {
    switch self {
    case .day: 1
    case .week: 3
    case .month, .all: 10
    }
  }

  /// The first day of the period in which a day lies; 0 for all time. Day 1, 2026-01-01, was a Thursday.
  func start(of day: Int) -> Int {
    switch self {
    case .all: 0
    case .day: day
    case .week: day &- (((day &+ 2) % 7 &+ 7) % 7)
    case .month: Day(String(Day(number: day).text.prefix(8)) + "01")?.number ?? day
    }
  }
}

/// The kinds of players in `standing` and `claim_standing`: each kind has a board of its own, guests have none.
enum BoardKind: Int {
  case guest = 0
  case person = 1
  case bot = 2

  init(isGuest: Bool, isBot: Bool) { self = isGuest ? .guest : isBot ? .bot : .person }
}
