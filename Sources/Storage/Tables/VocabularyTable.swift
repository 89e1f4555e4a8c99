internal import GameKit
internal import ParlorCore
internal import Vocabulary

/// What players learn, as it is written.
struct VocabularyTable {
  private let storeLanguage: Statement
  private let storeWord: Statement
  private let mark: Statement
  private let schedule: Statement
  private let storeReview: Statement
  private let deleteLanguage: [Statement]
  private let deleteWord: [Statement]
  private let deleteAll: [Statement]
  private let practice: PracticeTable
  private let lastReview: LastReviewTable

  init(_ database: Database) throws(SQLiteError) {
    practice = try PracticeTable(database)
    lastReview = try LastReviewTable(database)
    storeLanguage = try database.prepare(
      """
      INSERT INTO language (player, number, name, retention, new_per_day) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (player, number) DO UPDATE SET name = excluded.name, retention = excluded.retention,
        new_per_day = excluded.new_per_day
      """)
    storeWord = try database.prepare(
      """
      INSERT INTO word (player, number, language, original, translation, note, part, example)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (player, number) DO UPDATE SET language = excluded.language, original = excluded.original,
        translation = excluded.translation, note = excluded.note, part = excluded.part, example = excluded.example
      """)
    mark = try database.prepare("UPDATE word SET is_marked = ?3 WHERE player = ?1 AND number = ?2")
    schedule = try database.prepare(
      """
      UPDATE word SET stability = ?3, difficulty = ?4, first_review = ?5, reviewed = ?6, due = ?7, reviews = ?8
      WHERE player = ?1 AND number = ?2
      """)
    storeReview = try database.prepare(
      "INSERT OR REPLACE INTO review (player, word, number, day, rating) VALUES (?, ?, ?, ?, ?)")
    func prepare(_ statements: [String]) throws(SQLiteError) -> [Statement] {
      var prepared: [Statement] = []
      for sql in statements { prepared.append(try database.prepare(sql)) }
      return prepared
    }
    deleteLanguage = try prepare([
      """
      DELETE FROM review WHERE player = ?1
        AND word IN (SELECT number FROM word WHERE player = ?1 AND language = ?2)
      """,
      "DELETE FROM word WHERE player = ? AND language = ?", "DELETE FROM language WHERE player = ? AND number = ?",
    ])
    deleteWord = try prepare([
      "DELETE FROM review WHERE player = ? AND word = ?", "DELETE FROM word WHERE player = ? AND number = ?",
    ])
    deleteAll = try prepare([
      "DELETE FROM review WHERE player = ?", "DELETE FROM word WHERE player = ?",
      "DELETE FROM language WHERE player = ?",
    ])
  }

  func apply(_ change: VocabularyChange, of player: PlayerID) throws(SQLiteError) {
    let player = player.number
    switch change {
    case .language(let number, let name, let retention, let newPerDay):
      try storeLanguage.run(player, number, name, retention, newPerDay)
    case .languageDeleted(let number):
      try lastReview.delete(language: number, of: player)
      for statement in deleteLanguage { try statement.run(player, number) }
      try practice.delete(language: number, of: player)
    case .word(let number, let language, let entry):
      try storeWord.run(
        player, number, language, entry.original, entry.translation, entry.note, entry.part, entry.example)
    case .marked(let number, let isMarked): try mark.run(player, number, isMarked)
    case .reviewed(let number, let rating, let after):
      try lastReview.keep(number, after.reviews, of: player)
      try store(after, of: number, player)
      try storeReview.run(player, number, after.reviews, after.reviewed, rating.rawValue)
    case .reviewUndone(let number, let before, let isInRun):
      try store(before, of: number, player)
      try lastReview.undo(number, before, of: player)
      if isInRun { try practice.putBack(number, of: player) }
    case .wordDeleted(let number):
      for statement in deleteWord { try statement.run(player, number) }
      try practice.dropCard(number, of: player)
      try lastReview.delete(word: number, of: player)
    case .practiceBegun(let run):
      try practice.begin(run, of: player)
      try lastReview.leaveRun(of: player)
    case .practised(let number, let rating):
      try practice.rate(number, rating, of: player)
      try lastReview.noteRun(number, of: player)
    }
  }

  private func store(_ after: Schedule?, of number: Int, _ player: Int64) throws(SQLiteError) {
    try schedule.run(
      player, number, after.map { Int64(bitPattern: $0.memory.stability.bitPattern) },
      after.map { Int64(bitPattern: $0.memory.difficulty.bitPattern) }, after?.first, after?.reviewed, after?.due,
      after?.reviews)
  }

  func forget(_ player: PlayerID) throws(SQLiteError) {
    for statement in deleteAll { try statement.run(player.number) }
    try practice.forget(player.number)
    try lastReview.forget(player.number)
  }
}

/// What players learn, as it is read.
struct VocabularyReading {
  private let languages: Statement
  private let words: Statement
  private let due: Statement
  private let practice: PracticeReading
  private let lastReview: Statement

  init(_ database: Database) throws(SQLiteError) {
    practice = try PracticeReading(database)
    lastReview = try database.prepare(
      """
      SELECT word, in_run, reviews, stability, difficulty, first_review, reviewed, due FROM last_review WHERE player = ?
      """)
    languages = try database.prepare(
      "SELECT number, name, retention, new_per_day FROM language WHERE player = ? ORDER BY number")
    words = try database.prepare(
      """
      SELECT language, number, original, translation, note, part, example, is_marked, reviews, stability, difficulty,
        first_review, reviewed, due
      FROM word WHERE player = ? ORDER BY number
      """)
    due = try database.prepare("SELECT count(*) FROM word WHERE player = ? AND due <= ?")
  }

  func dueCount(of player: PlayerID, on day: Int) throws(SQLiteError) -> Int {
    try due.first(player.number, day) { row in row.number() } ?? 0
  }

  func collection(of player: PlayerID, _ limits: CollectionLimits) throws(SQLiteError) -> WordCollection {
    var collection = WordCollection(limits: limits)
    let changes = try languages.all(player.number) { row in
      VocabularyChange.language(
        number: row.number(), name: row.text(), retention: row.number(), newPerDay: row.number())
    }
    for change in changes { collection.apply(change) }
    for (language, word) in try words.all(player.number, read: { row in (row.number(), Word(&row)) }) {
      collection.restore(word, in: language)
    }
    if let run = try practice.run(of: player.number) { collection.apply(.practiceBegun(run)) }
    let review = try lastReview.first(player.number) { row in
      LastReview(word: row.number(), isInRun: row.bool(), before: Schedule(&row))
    }
    if let review { collection.restore(review) }
    return collection
  }
}

extension Word {
  fileprivate init(_ row: inout Columns) {
    self.init(
      number: row.number(),
      entry: Entry(
        original: row.text(), translation: row.text(), note: row.text(), part: row.text(), example: row.text()),
      isMarked: row.bool(), schedule: Schedule(&row))
  }
}

extension Schedule {
  /// `nil` for a word that was never reviewed.
  fileprivate init?(_ row: inout Columns) {
    guard let reviews = row.optionalNumber() else { return nil }
    func double() -> Double { Double(bitPattern: UInt64(bitPattern: row.integer())) }
    self.init(
      memory: Memory(stability: double(), difficulty: double()), first: row.number(), reviewed: row.number(),
      due: row.number(), reviews: reviews)
  }
}
