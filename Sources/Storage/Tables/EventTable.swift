internal import ParlorCore

/// What happened in rooms, a row for each room and transaction: all since a room's snapshot, and as far back as those who
/// resume may ask.
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
  /// What the transaction has to write at its end, by room.
  private var gathered: [Int64: [StoredEvents]] = [:]

  init(_ database: Database, window: Int) throws(SQLiteError) {
    self.window = max(0, window)
    insert = try database.prepare(CheckedTable.event.insert)
    // Where a room has no snapshot, none of its events is needed beyond the window.
    let snapshot = "coalesce((SELECT seq FROM room WHERE number = event.room), \(Int64.max))"
    prune = try database.prepare("DELETE FROM event WHERE room = ? AND last <= min(?, \(snapshot)) AND last < ?")
    removeAll = try database.prepare("DELETE FROM event WHERE room = ?")
    replace = try database.prepare("DELETE FROM event WHERE room = ? AND last <= ?")
    pruneAll = try database.prepare(
      """
      DELETE FROM event
      WHERE last <= min((SELECT max(newest.last) FROM event AS newest WHERE newest.room = event.room) - ?1, \(snapshot))
        AND last < (SELECT max(newest.last) FROM event AS newest WHERE newest.room = event.room)
      """)
    last = try database.prepare(
      """
      SELECT room, first, last, body, \(CheckedTable.event.isDamaged) FROM event
      WHERE room = ?1 AND last > min((SELECT max(last) FROM event WHERE room = ?1) - 1 - ?2, \(snapshot)) ORDER BY last
      """)
  }

  /// A transaction begins: what one before has gathered and not written counts no more.
  mutating func begin() { gathered.removeAll(keepingCapacity: true) }

  /// Adds events to those that are written at the end of the transaction.
  mutating func add(_ events: StoredEvents) { gathered[events.room, default: []].add(events) }

  /// Writes what was added.
  ///
  /// - Parameter refused: called with rooms whose events did not go with what is stored. Where damage has taken the
  ///   numbers of new events, these come in place of all that was kept of the room's; where it has taken the room, they are
  ///   left out.
  mutating func write(_ refused: (RefusedRecord.Subject, SQLiteError) -> Void) throws(SQLiteError) {
    for (room, rows) in gathered.sorted(by: { $0.key < $1.key }) {
      for row in rows {
        guard let conflict = try Self.conflict({ () throws(SQLiteError) in try store(row) }) else { continue }
        let isLeftOut = try Self.conflict { () throws(SQLiteError) in try rewrite(row) } != nil
        refused(isLeftOut ? .record : .events(room: room), conflict)
      }
    }
    begin()
  }

  private static func conflict(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) -> SQLiteError? {
    do throws(SQLiteError) {
      try body()
      return nil
    } catch {
      guard error.isConflict else { throw error }
      return error
    }
  }

  /// Stores a row, and now and then removes those that fell out of the window: not at every row, since removing
  /// costs as much as storing.
  private mutating func store(_ events: StoredEvents) throws(SQLiteError) {
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
    gathered[events.room]?.removeAll { $0.last <= events.last }
    try replace.run(events.room, events.last)
    try insert.run(events.room, events.last, events.first, events.body)
  }

  /// Removes all rows that fell out of their rooms' windows.
  func pruneEveryRoom() throws(SQLiteError) { try pruneAll.run(window) }

  mutating func removeAll(of room: Int64) throws(SQLiteError) {
    nextPruning[room] = nil
    gathered[room] = nil
    try removeAll.run(room)
  }

  /// The rows since the snapshot, the window's, and always the last row, oldest first; a damaged one has no body.
  func last(of room: Int64) throws(SQLiteError) -> [StoredEvents] {
    try last.all(room, max(0, window - 1)) { row in
      var events = StoredEvents(room: row.integer(), first: row.number(), last: row.number(), body: row.bytes())
      if row.bool() { events.body = [] }
      return events
    }
  }
}

extension [StoredEvents] {
  /// Adds events, to the last row if they follow its own.
  fileprivate mutating func add(_ events: StoredEvents) {
    if isEmpty || !self[count - 1].join(events) { append(events) }
  }
}

extension StoredEvents {
  /// Takes in the events that follow: the bodies are arrays.
  ///
  /// - Returns: whether they do, and are.
  fileprivate mutating func join(_ next: StoredEvents) -> Bool {
    guard next.first == last &+ 1, body.count > 2, next.body.count > 2, body.last == UInt8(ascii: "]"),
      next.body.first == UInt8(ascii: "[")
    else { return false }
    body[body.count - 1] = UInt8(ascii: ",")
    body += next.body.dropFirst()
    last = next.last
    return true
  }
}
