internal import GameKit
internal import ParlorCore

/// Matches and their moves: what changes in a transaction is written once, at its end.
struct MatchTable {
  /// What has become of a match.
  private struct Change {
    /// Set if it has begun.
    var begun: StoredMatch?
    var moves: [StoredMove] = []
    var isClosed = false
    /// The place of the first record that has changed it.
    let position: Int
  }

  private var changes: [Int64: Change] = [:]
  /// The matches that have begun in the transaction, by room: but for those that are over since.
  private var begun: [Int64: [Int64]] = [:]
  private let insert: Statement
  private let close: Statement
  private let closeAll: Statement
  private let closeRounds: Statement
  private let closeDays: Statement
  private let insertMoves: Statement
  private let lastMove: Statement
  private let reading: MatchReading

  /// The plus keeps SQLite from looking at every round that the room has had: only the open ones are wanted.
  static let closeRoundsSQL = "UPDATE match SET is_open = 0 WHERE room = ? AND is_open = 1 AND +round < ?"

  init(_ database: Database) throws(SQLiteError) {
    insert = try database.prepare(CheckedTable.match.insert)
    close = try database.prepare("UPDATE match SET is_open = 0 WHERE id = ?")
    closeAll = try database.prepare("UPDATE match SET is_open = 0 WHERE room = ? AND is_open = 1")
    closeRounds = try database.prepare(Self.closeRoundsSQL)
    closeDays = try database.prepare("UPDATE match SET is_open = 0 WHERE is_open = 1 AND day < ?")
    insertMoves = try database.prepare(CheckedTable.move.insert)
    lastMove = try database.prepare("SELECT max(last) FROM move WHERE match = ?")
    reading = try MatchReading(database)
  }

  /// A transaction begins: what one before has not written counts no more.
  mutating func begin() {
    changes.removeAll(keepingCapacity: true)
    begun.removeAll(keepingCapacity: true)
  }

  /// A match has begun.
  ///
  /// - Parameter position: the record's place in the transaction, as below.
  mutating func add(_ match: StoredMatch, at position: Int) throws(SQLiteError) {
    guard changes[match.id] == nil else { throw .conflict("match \(match.id) begins twice") }
    changes[match.id] = Change(begun: match, position: position)
    begun[match.room, default: []].append(match.id)
  }

  mutating func add(_ move: StoredMove, at position: Int) {
    changes[move.match, default: Change(position: position)].moves.append(move)
  }

  mutating func close(_ match: Int64, at position: Int) {
    changes[match, default: Change(position: position)].isClosed = true
  }

  mutating func closeAll(in room: Int64) throws(SQLiteError) {
    closeBegun(in: room) { _ in true }
    try closeAll.run(room)
  }

  /// Of a room's rounds those before one are over for good.
  mutating func close(in room: Int64, before round: Int) throws(SQLiteError) {
    closeBegun(in: room) { $0.round.map { $0 < round } ?? false }
    try closeRounds.run(room, Int64(round))
  }

  /// All days before one are over for good.
  mutating func close(before day: Int) throws(SQLiteError) {
    for room in Array(begun.keys) { closeBegun(in: room) { $0.day.map { $0 < day } ?? false } }
    try closeDays.run(Int64(day))
  }

  private mutating func closeBegun(in room: Int64, where isOver: (StoredMatch) -> Bool) {
    // Those that are over are not looked at again, however many rounds a transaction has.
    var open: [Int64] = []
    for match in begun.removeValue(forKey: room) ?? [] {
      if changes[match]?.begun.map(isOver) ?? false { changes[match]?.isClosed = true } else { open.append(match) }
    }
    begun[room] = open
  }

  /// Writes what was added.
  ///
  /// - Parameter position: set to that of the change that is being written.
  mutating func write(_ position: inout Int) throws(SQLiteError) {
    for (id, change) in changes.sorted(by: { $0.key < $1.key }) {
      position = change.position
      if let match = change.begun { try write(match, isOpen: !change.isClosed) }
      try write(change.moves, of: id, isNew: change.begun != nil)
      if change.isClosed, change.begun == nil { try close.run(id) }
    }
    begin()
  }

  private func write(_ match: StoredMatch, isOpen: Bool) throws(SQLiteError) {
    try insert.run(
      match.id, match.room, match.game, match.mode, match.puzzleKey, match.puzzle, match.settings, match.day,
      match.round, match.player?.number, match.isRanked, isOpen, match.startedAt.milliseconds)
  }

  private func write(_ moves: [StoredMove], of match: Int64, isNew: Bool) throws(SQLiteError) {
    guard !moves.isEmpty else { return }
    var last = try isNew ? nil : lastMove.first(match) { row in row.optionalNumber() } ?? nil
    for row in MoveRow.rows(of: moves) {
      if let last, row.first <= last { throw .conflict("move \(row.first + 1) of match \(match) is there already") }
      try insertMoves.run(row.match, row.last, row.first, row.player.number, row.body)
      last = row.last
    }
  }

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
      SELECT match, first, last, player, body, \(CheckedTable.move.isDamaged) FROM move WHERE match = ? ORDER BY last
      """)
  }

  func open(in room: Int64) throws(SQLiteError) -> [StoredMatch] {
    try open.all(room) { row in StoredMatch(&row) }
  }

  func match(_ id: Int64) throws(SQLiteError) -> (match: StoredMatch, isOpen: Bool)? {
    try one.first(id) { row in (StoredMatch(&row), row.bool()) }
  }

  func moves(of match: Int64) throws(SQLiteError) -> [StoredMove] {
    try moves.all(match) { row in MoveRow.moves(of: &row) }.flatMap { $0 }
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
