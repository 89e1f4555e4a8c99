import GameKit
import Kernel

/// Answers questions about matches, results and what is counted of them.
final class MatchTablesReading: IndexReading {
  private let matches: MatchReading
  private let tallies: TallyReading
  private let standings: StandingReading
  private let history: HistoryReading
  private let timelines: TimelineReading
  private let open: Statement
  private let finishedDays: Statement

  init(_ database: any TableReader) throws(DatabaseError) {
    matches = try MatchReading(database)
    tallies = try TallyReading(database)
    standings = try StandingReading(database)
    history = try HistoryReading(database, matches)
    timelines = try TimelineReading(database)
    open = try database.prepare("SELECT id FROM match WHERE room = ? AND is_open = 1 ORDER BY id")
    finishedDays = try database.prepare(
      "SELECT DISTINCT game, puzzle_day, player FROM result WHERE puzzle_day >= ? ORDER BY puzzle_day, game, player")
  }

  func answer(to question: any Sendable) throws(DatabaseError) -> (any Sendable)? {
    if let question = question as? StartQuestion { return try startAnswer(to: question) }
    guard let query = question as? Query, let answer = try queryAnswer(to: query) else { return nil }
    return answer
  }

  private func startAnswer(to question: StartQuestion) throws(DatabaseError) -> any Sendable {
    switch question {
    case .openMatches(let room):
      var found: [StoredMatchHistory] = []
      for match in try open.all(room, read: { row in row.integer() }) {
        if let match = try matches.match(match) { found.append(match) }
      }
      return found
    case .finishedDays(let first):
      return try finishedDays.all(first) { row in
        StoredState.FinishedDay(game: row.text(), day: row.number(), player: PlayerID(row.integer()))
      }
    }
  }

  private func queryAnswer(to query: Query) throws(DatabaseError) -> QueryAnswer? {
    switch query {
    case .statistics(let player, let game, let today):
      return .statistics(try tallies.statistics(of: player.number, in: game, today: today))
    case .leaderboard(let game, let mode, let period, let today, let bots, let limit):
      return .leaderboard(
        try standings.leaderboard(game: game, mode: mode, period: period, today: today, bots: bots, limit: limit))
    case .history(let player, let game, let before, let limit):
      let page = try history.history(of: player, game: game, before: before, limit: limit)
      return .history(page.results, more: page.more)
    case .comparison(let first, let second, let game, let limit):
      let (compared, summary) = try history.comparison(first, second, game: game, limit: limit)
      return .comparison(compared, summary: summary)
    case .match(let match): return .match(try matches.whole(match))
    case .puzzles(let player): return .puzzles(try history.puzzles(of: player.number))
    case .dailies(let player, let game, let days):
      return .dailies(try history.dailies(of: player.number, game: game, days: days))
    case .timeline(let player, let from, let to, let limit):
      let (moments, more) = try timelines.timeline(of: player, from: from, to: to, matches.whole).newest(limit)
      return .timeline(moments, more: more)
    case .channel, .document, .export: return nil
    }
  }
}

/// What a start reads of matches.
package enum StartQuestion: Hashable, Sendable {
  /// The open matches of a room, the oldest first: `[StoredMatchHistory]`.
  case openMatches(room: Int64)
  /// Who has finished the dailies from a day on: `[StoredState.FinishedDay]`.
  case finishedDays(from: Int)
}
