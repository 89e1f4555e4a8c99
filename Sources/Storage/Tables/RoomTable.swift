internal import GameKit
internal import ParlorCore

/// Rooms, and the puzzles that they have dealt.
struct RoomTable {
  private let store: Statement
  private let close: Statement
  private let keepNumber: Statement
  private let keepSeq: Statement
  private let selectAll: Statement
  private let insertPuzzle: Statement
  private let removePuzzles: Statement
  private let selectPuzzles: Statement

  init(_ database: Database) throws(SQLiteError) {
    store = try database.prepare(
      """
      INSERT INTO room (number, folded, body) VALUES (?, ?, ?)
      ON CONFLICT (number) DO UPDATE SET folded = excluded.folded, body = excluded.body
      """)
    close = try database.prepare("DELETE FROM room WHERE number = ?")
    keepNumber = try database.prepare(
      """
      INSERT INTO meta (name, value) VALUES ('last_number', ?)
      ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)
      """)
    keepSeq = try database.prepare(
      """
      INSERT INTO meta (name, value) VALUES ('last_seq', ?)
      ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)
      """)
    let columns = "number, folded, body, \(CheckedTable.room.isDamaged)"
    selectAll = try database.prepare("SELECT \(columns) FROM room ORDER BY number")
    insertPuzzle = try database.prepare("INSERT OR IGNORE INTO used_puzzle (room, puzzle_key) VALUES (?, ?)")
    removePuzzles = try database.prepare("DELETE FROM used_puzzle WHERE room = ?")
    selectPuzzles = try database.prepare("SELECT puzzle_key FROM used_puzzle WHERE room = ? ORDER BY puzzle_key")
  }

  func store(_ room: StoredRoom) throws(SQLiteError) { try store.run(room.number, room.folded, room.body) }

  /// Removes the row; events must be gone before.
  func close(_ room: Int64, lastSeq: Int) throws(SQLiteError) {
    try keepNumber.run(room)
    try removePuzzles.run(room)
    try keepSeq.run(Int64(lastSeq))
    try close.run(room)
  }

  func use(_ puzzle: PuzzleKey, in room: Int64) throws(SQLiteError) { try insertPuzzle.run(room, puzzle.text) }

  func forgetPuzzles(of room: Int64) throws(SQLiteError) { try removePuzzles.run(room) }

  func usedPuzzles(of room: Int64) throws(SQLiteError) -> [PuzzleKey] {
    try selectPuzzles.all(room) { row in PuzzleKey(row.text()) }
  }

  func all() throws(SQLiteError) -> [StoredRoom] {
    try selectAll.all { row in StoredRoom(&row) }
  }
}

extension StoredRoom {
  /// A damaged row has no body.
  fileprivate init(_ row: inout Columns) {
    self.init(number: row.integer(), folded: row.text(), body: row.bytes())
    if row.bool() { body = [] }
  }
}
