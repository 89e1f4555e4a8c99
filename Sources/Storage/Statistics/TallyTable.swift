internal import GameKit
internal import ParlorCore

/// What `statistics` answers, kept up to date with each ranked result.
struct TallyTable {
  private let write: Statement
  private let count: Statement
  private let reading: TallyReading

  init(_ database: Database) throws(SQLiteError) {
    write = try database.prepare(
      """
      INSERT OR REPLACE INTO tally (player, game, played, won, streak, best_streak, won_day, lost_day)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    count = try database.prepare(
      """
      INSERT INTO distribution (player, game, tries, count) VALUES (?, ?, ?, 1)
      ON CONFLICT (player, game, tries) DO UPDATE SET count = count + 1
      """)
    reading = try TallyReading(database)
  }

  /// Counts a ranked result.
  func add(_ result: StoredResult, puzzleDay: Int?) throws(SQLiteError) {
    let player = result.player.number
    var tally = try reading.tally(of: player, in: result.game)
    tally.add(won: result.won, day: puzzleDay)
    try write.run(
      player, result.game, tally.played, tally.won, tally.streak, tally.bestStreak, tally.wonDay, tally.lostDay)
    if result.won, let tries = result.tries { try count.run(player, result.game, tries) }
  }
}

/// How tallies are read, by both connections.
struct TallyReading {
  private let read: Statement
  private let distribution: Statement

  init(_ database: Database) throws(SQLiteError) {
    read = try database.prepare(
      "SELECT played, won, streak, best_streak, won_day, lost_day FROM tally WHERE player = ? AND game = ?")
    distribution = try database.prepare(
      "SELECT tries, count FROM distribution WHERE player = ? AND game = ? ORDER BY tries")
  }

  /// A player's row, or that of one who has not played.
  func tally(of player: Int64, in game: String) throws(SQLiteError) -> Tally {
    try read.first(player, game) { row in
      Tally(
        played: row.number(), won: row.number(), streak: row.number(), bestStreak: row.number(),
        wonDay: row.optionalNumber(), lostDay: row.optionalNumber())
    } ?? Tally()
  }

  /// What a player is told.
  func statistics(of player: Int64, in game: String, today: Int) throws(SQLiteError) -> PlayerStatistics {
    let tally = try tally(of: player, in: game)
    var statistics = PlayerStatistics()
    statistics.played = tally.played
    statistics.won = tally.won
    statistics.streak = tally.streak(on: today)
    statistics.bestStreak = tally.bestStreak
    var (sum, number) = (0.0, 0)
    for (tries, count) in try distribution.all(player, game, read: { row in (row.number(), row.number()) }) {
      statistics.distribution[tries] = count
      sum += Double(tries) * Double(count)
      number += count
    }
    statistics.average = number > 0 ? sum / Double(number) : nil
    return statistics
  }
}
