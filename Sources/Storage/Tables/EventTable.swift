internal import ParlorCore

/// What happened in rooms, one row for each room and turn, as far back as those who resume may ask.
struct EventTable {
  private let insert: Statement
  private let prune: Statement
  private let removeAll: Statement
  private let replace: Statement
  private let pruneAll: Statement
  private let last: Statement
  /// Events to keep in each room.
  private let window: Int
  /// At which event a room's old rows are next removed. Only a hint: a room not in it is looked at later.
  private var nextPruning: [Int64: Int] = [:]

  init(_ database: Database, window: Int) throws(SQLiteError) {
    self.window = max(0, window)
    insert = try database.prepare("INSERT INTO event (room, last, first, body) VALUES (?, ?, ?, ?)")
    prune = try database.prepare("DELETE FROM event WHERE room = ? AND last <= ? AND last < ?")
    removeAll = try database.prepare("DELETE FROM event WHERE room = ?")
    replace = try database.prepare("DELETE FROM event WHERE room = ? AND last <= ?")
    pruneAll = try database.prepare(
      """
      DELETE FROM event WHERE last <= (SELECT max(newest.last) FROM event AS newest WHERE newest.room = event.room) - ?1
        AND last < (SELECT max(newest.last) FROM event AS newest WHERE newest.room = event.room)
      """)
    last = try database.prepare(
      """
      SELECT room, first, last, body, \(CheckedTable.event.isDamaged) FROM event
      WHERE room = ?1 AND last >= (SELECT max(last) FROM event WHERE room = ?1) - ?2 ORDER BY last
      """)
  }

  /// Stores a row, and now and then removes those that fell out of the window: not at every row, since removing
  /// costs as much as storing.
  mutating func store(_ events: StoredEvents) throws(SQLiteError) {
    try insert.run(events.room, events.last, events.first, events.body)
    let stride = max(64, window / 2)
    guard let due = nextPruning[events.room] else {
      nextPruning[events.room] = events.last &+ stride
      return
    }
    guard events.last >= due else { return }
    nextPruning[events.room] = events.last &+ stride
    try prune.run(events.room, events.last &- window, events.last)
  }

  /// Stores a row in place of those up to its last event.
  mutating func rewrite(_ events: StoredEvents) throws(SQLiteError) {
    nextPruning[events.room] = nil
    try replace.run(events.room, events.last)
    try insert.run(events.room, events.last, events.first, events.body)
  }

  /// Removes all rows that fell out of their rooms' windows.
  func pruneEveryRoom() throws(SQLiteError) { try pruneAll.run(window) }

  mutating func removeAll(of room: Int64) throws(SQLiteError) {
    nextPruning[room] = nil
    try removeAll.run(room)
  }

  /// The window's rows and always the last row, oldest first; a damaged one has no body.
  func last(of room: Int64) throws(SQLiteError) -> [StoredEvents] {
    try last.all(room, max(0, window - 1)) { row in
      var events = StoredEvents(room: row.integer(), first: row.number(), last: row.number(), body: row.bytes())
      if row.bool() { events.body = [] }
      return events
    }
  }
}
