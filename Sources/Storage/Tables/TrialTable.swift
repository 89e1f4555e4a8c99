internal import GameKit
internal import ParlorCore

/// Reports of trials, as they are written.
struct TrialTable {
  private let replace: Statement
  private let insert: Statement
  private let trim: Statement

  init(_ database: Database) throws(SQLiteError) {
    replace = try database.prepare("DELETE FROM trial WHERE player = ? AND name = ?")
    insert = try database.prepare(
      "INSERT INTO trial (player, name, game, finished_at, summary, results) VALUES (?, ?, ?, ?, ?, ?)")
    trim = try database.prepare(
      """
      DELETE FROM trial WHERE player = ?1 AND number NOT IN (
        SELECT number FROM trial WHERE player = ?1 ORDER BY number DESC LIMIT ?2)
      """)
  }

  /// The report takes the place of one of the same name, and is the newest of its player.
  func store(_ trial: StoredTrial, keeping count: Int) throws(SQLiteError) {
    try replace.run(trial.player.number, trial.name)
    try insert.run(
      trial.player.number, trial.name, trial.game, trial.finishedAt.milliseconds, trial.summary, trial.results)
    try trim.run(trial.player.number, max(0, count))
  }
}

/// Reports of trials, as they are read.
struct TrialReading {
  private let newest: Statement
  private let ofGame: Statement
  private let one: Statement

  init(_ database: Database) throws(SQLiteError) {
    newest = try database.prepare("SELECT summary FROM trial WHERE player = ? ORDER BY number DESC LIMIT ?")
    ofGame = try database.prepare(
      "SELECT summary FROM trial WHERE player = ? AND game = ? ORDER BY number DESC LIMIT ?")
    one = try database.prepare(
      "SELECT player, name, game, finished_at, summary, results FROM trial WHERE player = ? AND name = ?")
  }

  /// Summaries of a player's reports, the newest first.
  func summaries(of player: PlayerID, game: String?, limit: Int) throws(SQLiteError) -> [[UInt8]] {
    if let game { return try ofGame.all(player.number, game, max(0, limit)) { row in row.bytes() } }
    return try newest.all(player.number, max(0, limit)) { row in row.bytes() }
  }

  /// One report.
  func trial(of player: PlayerID, name: String) throws(SQLiteError) -> StoredTrial? {
    try one.first(player.number, name) { row in
      StoredTrial(
        player: PlayerID(row.integer()), name: row.text(), game: row.text(),
        finishedAt: Instant(milliseconds: row.integer()), summary: row.bytes(), results: row.bytes())
    }
  }
}
