internal import ParlorCore

/// The list of scores.
struct ScoreTable {
  private let insert: Statement
  private let remove: Statement
  private let removeAll: Statement
  private let selectAll: Statement

  init(_ database: Database) throws(SQLiteError) {
    insert = try database.prepare("INSERT INTO score (id, date, word, tries, player) VALUES (?, ?, ?, ?, ?)")
    remove = try database.prepare("DELETE FROM score WHERE id = ?")
    removeAll = try database.prepare("DELETE FROM score")
    selectAll = try database.prepare("SELECT id, date, word, tries, player FROM score ORDER BY id")
  }

  func add(_ score: StoredScore) throws(SQLiteError) {
    try insert.run(score.id, score.date, score.word, score.tries.joined(separator: " "), score.player)
  }

  func delete(_ id: Int64) throws(SQLiteError) { try remove.run(id) }

  func reset() throws(SQLiteError) {
    try removeAll.run()
    for score in StoredScore.initial { try add(score) }
  }

  func all() throws(SQLiteError) -> [StoredScore] {
    try selectAll.all { row in
      StoredScore(
        id: row.integer(), date: row.text(), word: row.text(),
        tries: row.text().split(separator: " ").map(String.init), player: row.optionalText())
    }
  }
}
