internal import GameKit
internal import Vocabulary

/// The run of cards that a player goes through.
struct PracticeTable {
  private let begin: Statement
  private let rate: Statement
  private let putBack: Statement
  private let drop: Statement
  private let end: Statement
  private let deleteLanguage: Statement
  private let deleteAll: Statement

  init(_ database: Database) throws(SQLiteError) {
    begin = try database.prepare(
      "INSERT OR REPLACE INTO practice (player, language, words, ratings, has_choices) VALUES (?, ?, ?, '', ?)")
    rate = try database.prepare("UPDATE practice SET ratings = ratings || ?2 WHERE player = ?1")
    putBack = try database.prepare(
      "UPDATE practice SET words = ',' || ?2 || words, ratings = substr(ratings, 1, length(ratings) - 1) WHERE player = ?1"
    )
    drop = try database.prepare(
      "UPDATE practice SET words = replace(words, ',' || ?2 || ',', ',') WHERE player = ?1 AND instr(words, ',' || ?2 || ',')"
    )
    end = try database.prepare("DELETE FROM practice WHERE player = ? AND words = ','")
    deleteLanguage = try database.prepare("DELETE FROM practice WHERE player = ? AND language = ?")
    deleteAll = try database.prepare("DELETE FROM practice WHERE player = ?")
  }

  func begin(_ run: PracticeRun, of player: Int64) throws(SQLiteError) {
    let words = "," + run.left.map { "\($0)," }.joined()
    try begin.run(player, run.language, words, run.hasChoices)
  }

  func rate(_ number: Int, _ rating: Rating, of player: Int64) throws(SQLiteError) {
    try rate.run(player, String(rating.rawValue.prefix(1)))
    try dropCard(number, of: player)
  }

  /// Takes the last rating back: its word is the next card again.
  func putBack(_ number: Int, of player: Int64) throws(SQLiteError) { try putBack.run(player, number) }

  func dropCard(_ number: Int, of player: Int64) throws(SQLiteError) {
    try drop.run(player, number)
    try end.run(player)
  }

  func delete(language: Int, of player: Int64) throws(SQLiteError) { try deleteLanguage.run(player, language) }

  func forget(_ player: Int64) throws(SQLiteError) { try deleteAll.run(player) }
}

/// The run as it is read.
struct PracticeReading {
  private let run: Statement

  init(_ database: Database) throws(SQLiteError) {
    run = try database.prepare("SELECT language, words, ratings, has_choices FROM practice WHERE player = ?")
  }

  func run(of player: Int64) throws(SQLiteError) -> PracticeRun? {
    try run.first(player) { row in
      let language: Int = row.number()
      let words = row.text().split(separator: ",").compactMap { Int($0) }
      let ratings = row.text().compactMap { letter in Rating.allCases.first { $0.rawValue.first == letter } }
      return PracticeRun(language: language, left: words, score: CardScore(ratings), hasChoices: row.bool())
    }
  }
}
