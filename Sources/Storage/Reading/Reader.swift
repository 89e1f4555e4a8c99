internal import GameKit
internal import Kernel
internal import ParlorCore

/// Answers queries on a connection.
final class Reader {
  private let matches: MatchReading
  private let tallies: TallyReading
  private let standings: StandingReading
  private let history: HistoryReading
  private let channel: ChannelReading
  let documents: DocumentReading
  private var exports: ExportReading
  private let timelines: TimelineReading

  /// - Parameter forms: the kinds of documents.
  init(_ database: Database, _ forms: [DocumentForm]) throws(SQLiteError) {
    tallies = try TallyReading(database)
    standings = try StandingReading(database)
    channel = try ChannelReading(database)
    documents = try DocumentReading(database, forms)
    matches = try MatchReading(database, documents)
    history = try HistoryReading(database, matches)
    exports = try ExportReading(database, documents)
    timelines = try TimelineReading(database, documents)
  }

  /// One answer for each query, in the same order.
  func answers(to queries: [Query], path: String) -> [QueryAnswer] {
    queries.map { query in
      do throws(SQLiteError) {
        return try answer(to: query)
      } catch {
        return .unavailable(StorageFailure(opening: path, error))
      }
    }
  }

  private func answer(to query: Query) throws(SQLiteError) -> QueryAnswer {
    switch query {
    case .statistics(let player, let game, let today):
      .statistics(try tallies.statistics(of: player.number, in: game, today: today))
    case .leaderboard(let game, let mode, let period, let today, let bots, let limit):
      .leaderboard(
        try standings.leaderboard(
          game: game, mode: mode, period: period, today: today, bots: bots, limit: limit))
    case .history(let player, let game, let before, let limit):
      try page(of: player, game, before, limit)
    case .comparison(let first, let second, let game, let limit):
      try comparison(first, second, game, limit)
    case .match(let match): .match(try matches.whole(match))
    case .puzzles(let player): .puzzles(try history.puzzles(of: player.number))
    case .channel(let query): .channel(try channel.answer(to: query, whole: matches.whole))
    case .dailies(let player, let game, let days):
      .dailies(try history.dailies(of: player.number, game: game, days: days))
    case .document(let id): try documents.document(id)
    case .timeline(let player, let from, let to, let limit):
      try timeline(of: player, from, to, limit)
    case .export(let player, let place): .export(try exports.part(of: player, from: place, matches.whole))
    }
  }

  private func page(
    of player: PlayerID, _ game: String?, _ before: Int64?, _ limit: Int
  ) throws(SQLiteError) -> QueryAnswer {
    let page = try history.history(of: player, game: game, before: before, limit: limit)
    return .history(page.results, more: page.more)
  }

  private func timeline(
    of player: PlayerID, _ from: Instant, _ to: Instant, _ limit: Int
  ) throws(SQLiteError) -> QueryAnswer {
    let (moments, more) = try timelines.timeline(of: player, from: from, to: to, matches.whole).newest(limit)
    return .timeline(moments, more: more)
  }

  private func comparison(
    _ first: PlayerID, _ second: PlayerID, _ game: String, _ limit: Int
  ) throws(SQLiteError) -> QueryAnswer {
    let (compared, summary) = try history.comparison(first, second, game: game, limit: limit)
    return .comparison(compared, summary: summary)
  }
}
