internal import GameKit
internal import ParlorCore

/// Matches and their moves.
struct MatchTable {
  private let insert: Statement
  private let close: Statement
  private let closeAll: Statement
  private let insertMove: Statement
  private let reading: MatchReading

  init(_ database: Database) throws(SQLiteError) {
    insert = try database.prepare(
      """
      INSERT INTO match (id, room, game, mode, puzzle_key, puzzle, settings, day, round, player, is_ranked,
        is_open, started_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)
      """)
    close = try database.prepare("UPDATE match SET is_open = 0 WHERE id = ?")
    closeAll = try database.prepare("UPDATE match SET is_open = 0 WHERE room = ? AND is_open = 1")
    insertMove = try database.prepare(
      """
      INSERT INTO move (match, number, player, move, elapsed, move_id, seq, state_hash)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    reading = try MatchReading(database)
  }

  func store(_ match: StoredMatch) throws(SQLiteError) {
    try insert.run(
      match.id, match.room, match.game, match.mode, match.puzzleKey, match.puzzle, match.settings, match.day,
      match.round, match.player?.number, match.isRanked, match.startedAt.milliseconds)
  }

  func store(_ move: StoredMove) throws(SQLiteError) {
    try insertMove.run(
      move.match, move.index, move.player.number, move.move, move.elapsed.milliseconds, move.moveID, move.seq,
      Int64(bitPattern: move.stateHash))
  }

  func close(_ match: Int64) throws(SQLiteError) { try close.run(match) }

  func closeAll(in room: Int64) throws(SQLiteError) { try closeAll.run(room) }

  /// The open matches of a room with their moves, oldest match first.
  func open(in room: Int64) throws(SQLiteError) -> [(match: StoredMatch, moves: [StoredMove])] {
    var matches: [(match: StoredMatch, moves: [StoredMove])] = []
    for match in try reading.open(in: room) { matches.append((match, try reading.moves(of: match.id))) }
    return matches
  }
}

/// How matches and moves are read, by the connection that writes and by the one that only reads.
struct MatchReading {
  private let open: Statement
  private let one: Statement
  private let moves: Statement

  init(_ database: Database) throws(SQLiteError) {
    let columns = """
      id, room, game, mode, puzzle_key, puzzle, settings, day, round, player, is_ranked, started_at,
        \(CheckedTable.match.isDamaged), is_open
      """
    open = try database.prepare("SELECT \(columns) FROM match WHERE room = ? AND is_open = 1 ORDER BY id")
    one = try database.prepare("SELECT \(columns) FROM match WHERE id = ?")
    moves = try database.prepare(
      """
      SELECT match, number, player, move, elapsed, move_id, seq, state_hash, \(CheckedTable.move.isDamaged)
      FROM move WHERE match = ? ORDER BY number
      """)
  }

  func open(in room: Int64) throws(SQLiteError) -> [StoredMatch] {
    try open.all(room) { row in StoredMatch(&row) }
  }

  func match(_ id: Int64) throws(SQLiteError) -> (match: StoredMatch, isOpen: Bool)? {
    try one.first(id) { row in (StoredMatch(&row), row.bool()) }
  }

  func moves(of match: Int64) throws(SQLiteError) -> [StoredMove] {
    try moves.all(match) { row in StoredMove(&row) }
  }
}

extension StoredMatch {
  /// A damaged row has no puzzle.
  fileprivate init(_ row: inout Columns) {
    self.init(
      id: row.integer(), room: row.integer(), game: row.text(), mode: row.text(), puzzleKey: row.text(),
      puzzle: row.bytes(), settings: row.bytes(), day: row.optionalNumber(), round: row.optionalNumber(),
      player: row.optionalInteger().map { PlayerID($0) }, isRanked: row.bool(),
      startedAt: Instant(milliseconds: row.integer()))
    if row.bool() { puzzle = [] }
  }
}

extension StoredMove {
  /// A damaged row has no move.
  fileprivate init(_ row: inout Columns) {
    self.init(
      match: row.integer(), index: row.number(), player: PlayerID(row.integer()), move: row.bytes(),
      elapsed: Elapsed(milliseconds: row.integer()), moveID: row.optionalText(), seq: row.number(),
      stateHash: UInt64(bitPattern: row.integer()))
    if row.bool() { move = [] }
  }
}
