internal import GameKit
internal import ParlorCore

extension Schema {
  /// Version 9: moves that one player has made one after the other share a row (``MoveRow``).
  static let moveVersion = Step(
    """
    ALTER TABLE move RENAME TO single_move;
    CREATE TABLE move (
      match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
      last INTEGER NOT NULL,
      first INTEGER NOT NULL,
      player INTEGER NOT NULL,
      body BLOB NOT NULL,
      checksum INTEGER,
      PRIMARY KEY (match, last)
    ) STRICT, WITHOUT ROWID;
    """
  ) { database throws(SQLiteError) in
    let matches = try database.prepare(
      "SELECT DISTINCT match FROM single_move WHERE match > ? ORDER BY match LIMIT 1000")
    let columns = CheckedTable.singleMove.columns.joined(separator: ", ")
    let moves = try database.prepare(
      "SELECT \(columns), checksum <> fingerprint(\(columns)) FROM single_move WHERE match = ? ORDER BY number")
    let insert = try database.prepare(CheckedTable.move.insert)
    var last = Int64.min
    while case let page = try matches.all(last, read: { row in row.integer() }), let end = page.last {
      for match in page {
        for row in MoveRow.rows(of: try moves.all(match) { row in StoredMove(single: &row) }) {
          try insert.run(row.match, row.last, row.first, row.player.number, row.body)
        }
      }
      last = end
    }
    try database.execute("DROP TABLE single_move")
  }
}

extension StoredMove {
  /// Reads a row of before. A damaged one has no move.
  fileprivate init(single row: inout Columns) {
    self.init(
      match: row.integer(), index: row.number(), player: PlayerID(row.integer()), move: row.bytes(),
      elapsed: Elapsed(milliseconds: row.integer()), moveID: row.optionalText(), seq: row.number(),
      stateHash: UInt64(bitPattern: row.integer()))
    if row.bool() { move = [] }
  }
}
