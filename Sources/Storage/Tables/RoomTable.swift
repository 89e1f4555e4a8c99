internal import ParlorCore

/// Rooms. A room that changes often in a transaction is written once.
struct RoomTable {
  /// The last rows of rooms, and where in the transaction the first was.
  private var changed: [Int64: (row: StoredRoom, position: Int)] = [:]
  private let store: Statement
  private let close: Statement
  private let keepNumber: Statement
  private let keepSeq: Statement
  private let selectAll: Statement

  init(_ database: Database) throws(SQLiteError) {
    store = try database.prepare(
      """
      INSERT INTO room (number, folded, body, seq) VALUES (?, ?, ?, ?)
      ON CONFLICT (number) DO UPDATE SET folded = excluded.folded, body = excluded.body, seq = excluded.seq
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
    let columns = "number, folded, body, seq, \(CheckedTable.room.isDamaged)"
    selectAll = try database.prepare("SELECT \(columns) FROM room ORDER BY number")
  }

  /// A transaction begins: what one before has not written counts no more.
  mutating func begin() { changed.removeAll(keepingCapacity: true) }

  mutating func add(_ room: StoredRoom, at position: Int) {
    changed[room.number] = (room, changed[room.number]?.position ?? position)
  }

  /// Writes what was added.
  ///
  /// - Parameter position: set to that of the row that is being written.
  mutating func write(_ position: inout Int) throws(SQLiteError) {
    for (_, change) in changed.sorted(by: { $0.key < $1.key }) {
      position = change.position
      try write(change.row)
    }
    begin()
  }

  /// Writes what was added of a room, before anything that belongs to it is.
  mutating func write(_ room: Int64) throws(SQLiteError) {
    if let change = changed.removeValue(forKey: room) { try write(change.row) }
  }

  private func write(_ room: StoredRoom) throws(SQLiteError) {
    try store.run(room.number, room.folded, room.body, room.seq)
  }

  /// Removes the row; events must be gone before.
  mutating func close(_ room: Int64, lastSeq: Int) throws(SQLiteError) {
    changed[room] = nil
    try keepNumber.run(room)
    try keepSeq.run(Int64(lastSeq))
    try close.run(room)
  }

  func all() throws(SQLiteError) -> [StoredRoom] {
    try selectAll.all { row in StoredRoom(&row) }
  }
}

extension StoredRoom {
  /// A damaged row has no body.
  fileprivate init(_ row: inout Columns) {
    self.init(number: row.integer(), folded: row.text(), body: row.bytes())
    seq = row.optionalNumber()
    if row.bool() { body = [] }
  }
}
