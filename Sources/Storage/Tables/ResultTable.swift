internal import GameKit
internal import ParlorCore

/// How matches ended, a row a player. They are written at the end of a transaction, when their matches are.
struct ResultTable {
  private var added: [(result: StoredResult, position: Int)] = []
  private var tallies: TallyTable
  private let insert: Statement
  private let puzzleDay: Statement
  private let ofMatch: Statement
  private let finishedDays: Statement

  /// The columns that `StoredResult` reads.
  static let columns = """
    result.match, result.player, result.game, result.mode, result.day, result.won, result.tries, result.score,
    result.elapsed, result.is_ranked, result.share, result.secret, result.finished_at
    """

  init(_ database: Database) throws(SQLiteError) {
    // Taken from the match, not from the day on which it was finished: what counts is which day's puzzle it was.
    insert = try database.prepare(
      """
      INSERT INTO result (match, player, game, mode, day, won, tries, score, elapsed, is_ranked, share, secret,
        finished_at, puzzle_day, puzzle_key)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
        (SELECT day FROM match WHERE id = ?1 AND ?4 = 'daily'),
        (SELECT puzzle_key FROM match WHERE id = ?1 AND ?4 = 'daily'))
      """)
    puzzleDay = try database.prepare("SELECT puzzle_day FROM result WHERE match = ? AND player = ?")
    tallies = try TallyTable(database)
    ofMatch = try database.prepare(
      "SELECT \(Self.columns) FROM result WHERE match = ? ORDER BY player")
    finishedDays = try database.prepare(
      "SELECT DISTINCT game, puzzle_day, player FROM result WHERE puzzle_day >= ? ORDER BY puzzle_day, game, player")
  }

  /// A transaction begins: what one before has not written counts no more.
  mutating func begin() {
    added = []
    tallies.begin()
  }

  mutating func add(_ result: StoredResult, at position: Int) { added.append((result, position)) }

  /// Writes what was added, and counts it.
  ///
  /// - Parameter position: set to that of the result that is being written.
  /// - Returns: those that are ranked.
  mutating func write(_ position: inout Int) throws(SQLiteError) -> [StoredResult] {
    defer { added = [] }
    for (result, place) in added {
      position = place
      try write(result)
      guard result.isRanked else { continue }
      let day =
        result.mode != "daily"
        ? nil : try puzzleDay.first(result.match, result.player.number) { row in row.optionalNumber() } ?? nil
      try tallies.add(result, puzzleDay: day)
    }
    try tallies.write()
    return added.map(\.result).filter(\.isRanked)
  }

  private func write(_ result: StoredResult) throws(SQLiteError) {
    try insert.run(
      result.match, result.player.number, result.game, result.mode, result.day, result.won, result.tries,
      result.score, result.elapsed.milliseconds, result.isRanked, result.share, result.secret,
      result.finishedAt.milliseconds)
  }

  func results(of match: Int64) throws(SQLiteError) -> [StoredResult] {
    try ofMatch.all(match) { row in StoredResult(&row) }
  }

  /// Who has finished the dailies from a day on.
  func finishedDays(from day: Int) throws(SQLiteError) -> [StoredState.FinishedDay] {
    try finishedDays.all(day) { row in
      StoredState.FinishedDay(game: row.text(), day: row.number(), player: PlayerID(row.integer()))
    }
  }
}

extension StoredResult {
  /// Reads ``ResultTable/columns``.
  init(_ row: inout Columns) {
    self.init(
      match: row.integer(), player: PlayerID(row.integer()), game: row.text(), mode: row.text(),
      day: row.number(), won: row.bool(), tries: row.optionalNumber(), score: row.number(),
      elapsed: Elapsed(milliseconds: row.integer()), isRanked: row.bool(), share: row.text(),
      secret: row.bytes(), finishedAt: Instant(milliseconds: row.integer()))
  }
}
