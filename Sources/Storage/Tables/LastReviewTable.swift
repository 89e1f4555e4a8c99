internal import Vocabulary

/// The review of each player that can be taken back.
struct LastReviewTable {
  private let keep: Statement
  private let noteRun: Statement
  private let leaveRun: Statement
  private let deleteReview: Statement
  private let deleteWord: Statement
  private let deleteLanguage: Statement
  private let deleteAll: Statement

  init(_ database: Database) throws(SQLiteError) {
    keep = try database.prepare(
      """
      INSERT OR REPLACE INTO last_review
        (player, word, in_run, stability, difficulty, first_review, reviewed, due, reviews)
      SELECT player, number, 0, stability, difficulty, first_review, reviewed, due, reviews
      FROM word WHERE player = ?1 AND number = ?2 AND reviews IS NOT ?3
      """)
    noteRun = try database.prepare(
      """
      UPDATE last_review SET in_run = EXISTS (SELECT 1 FROM practice WHERE player = ?1) WHERE player = ?1 AND word = ?2
      """)
    leaveRun = try database.prepare("UPDATE last_review SET in_run = 0 WHERE player = ?")
    deleteReview = try database.prepare("DELETE FROM review WHERE player = ? AND word = ? AND number > ?")
    deleteWord = try database.prepare("DELETE FROM last_review WHERE player = ? AND word = ?")
    deleteLanguage = try database.prepare(
      """
      DELETE FROM last_review WHERE player = ?1
        AND word IN (SELECT number FROM word WHERE player = ?1 AND language = ?2)
      """)
    deleteAll = try database.prepare("DELETE FROM last_review WHERE player = ?")
  }

  /// Keeps the word's schedule, before the review of a number is stored. One that takes the place of the review before leaves
  /// what was before that.
  func keep(_ word: Int, _ number: Int, of player: Int64) throws(SQLiteError) { try keep.run(player, word, number) }

  /// A card of a run was rated: whether the run goes on.
  func noteRun(_ word: Int, of player: Int64) throws(SQLiteError) { try noteRun.run(player, word) }

  /// Another run begins.
  func leaveRun(of player: Int64) throws(SQLiteError) { try leaveRun.run(player) }

  func undo(_ word: Int, _ before: Schedule?, of player: Int64) throws(SQLiteError) {
    try deleteReview.run(player, word, before?.reviews ?? 0)
    try deleteAll.run(player)
  }

  func delete(word: Int, of player: Int64) throws(SQLiteError) { try deleteWord.run(player, word) }

  /// To be called while the language's words are there.
  func delete(language: Int, of player: Int64) throws(SQLiteError) { try deleteLanguage.run(player, language) }

  func forget(_ player: Int64) throws(SQLiteError) { try deleteAll.run(player) }
}
