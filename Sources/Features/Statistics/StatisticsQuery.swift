import GameKit
import Kernel
import ParlorCore

/// A player's statistics in a game.
struct StatisticsQuery: StoredQuery {
  let player: PlayerID
  let game: String
  /// Decides whether a streak is alive.
  let today: Int

  func answer(from rows: any TableReader) throws(DatabaseError) -> PlayerStatistics {
    let tally = try rows.first(Tally.sql, player.number, game) { row in Tally(&row) } ?? Tally()
    var statistics = PlayerStatistics()
    statistics.played = tally.played
    statistics.won = tally.won
    statistics.streak = tally.streak(on: today)
    statistics.bestStreak = tally.bestStreak
    var (sum, number) = (0.0, 0)
    let sql = "SELECT tries, count FROM distribution WHERE player = ? AND game = ? ORDER BY tries"
    for (tries, count) in try rows.all(sql, player.number, game, read: { row in (row.number(), row.number()) }) {
      statistics.distribution[tries] = count
      sum += Double(tries) * Double(count)
      number += count
    }
    statistics.average = number > 0 ? sum / Double(number) : nil
    return statistics
  }
}

/// A player's statistics in a game: ranked results only.
struct PlayerStatistics: Hashable, Sendable {
  /// Finished.
  var played = 0
  /// Solved.
  var won = 0
  /// Dailies solved on consecutive days up to today or yesterday; alive until the day ends.
  var streak = 0
  /// The longest such run ever.
  var bestStreak = 0
  /// The number of solved puzzles by tries.
  var distribution: [Int: Int] = [:]
  /// The average number of tries of solved puzzles.
  var average: Double?
}

extension Tally {
  /// A player's row in a game.
  static let sql =
    "SELECT played, won, streak, best_streak, won_day, lost_day FROM tally WHERE player = ? AND game = ?"

  /// Parses a row of ``sql``.
  init(_ row: inout Columns) {
    self.init(
      played: row.number(), won: row.number(), streak: row.number(), bestStreak: row.number(),
      wonDay: row.optionalNumber(), lostDay: row.optionalNumber())
  }
}
