internal import CSQLite
internal import Kernel
internal import ParlorCore
internal import WireProtocol

/// Single values by name.
struct MetaTable {
  private let read: Statement
  private let write: Statement
  private let raise: Statement
  private let selectLastNumber: Statement
  private let selectLastSeq: Statement
  private let selectDay: Statement
  private let damaged: Statement
  private let delete: Statement

  init(_ database: Database) throws(DatabaseError) {
    read = try database.prepare("SELECT value FROM meta WHERE name = ?")
    write = try database.prepare(
      "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value")
    raise = try database.prepare(
      """
      INSERT INTO meta (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)
      """)
    selectLastNumber = try database.prepare(
      """
      SELECT max(coalesce((SELECT value FROM meta WHERE name = 'last_number'), 0),
        coalesce((SELECT max(key) FROM document_line WHERE kind = \(RoomDocument.number)), 0))
      """)
    selectLastSeq = try database.prepare("SELECT value FROM meta WHERE name = 'last_seq'")
    damaged = try database.prepare(
      """
      SELECT name FROM meta WHERE \(CheckedTable.meta.isDamaged)
        AND name NOT IN ('last_number', 'last_seq', 'lapse_clock', 'day', 'scrub', 'probe')
      """)
    delete = try database.prepare("DELETE FROM meta WHERE name = ?")
    selectDay = try database.prepare("SELECT value FROM meta WHERE name = 'day'")
  }

  /// The greatest number that any room has or had: `last_number` keeps those of deleted rooms.
  func lastNumber() throws(DatabaseError) -> Int64 {
    try selectLastNumber.first { row in row.integer() } ?? 0
  }

  /// Notes that a room is gone: neither its number nor those of its events are assigned again.
  func close(_ room: Int64, lastSeq: Int) throws(DatabaseError) {
    try raise.run("last_number", room)
    try raise.run("last_seq", Int64(lastSeq))
  }

  /// The greatest event number of any deleted room.
  func lastSeq() throws(DatabaseError) -> Int { Int(try selectLastSeq.first { row in row.integer() } ?? 0) }

  /// The entry up to which the tables have followed the log.
  func position() throws(DatabaseError) -> LogPosition {
    try read.first("position") { row in row.integer() } ?? 0
  }

  func store(position: LogPosition) throws(DatabaseError) { try write.run("position", position) }

  /// The log that the tables follow; `nil` before the first.
  func logID() throws(DatabaseError) -> [UInt8]? { try read.first("log") { row in row.bytes() } }

  func store(logID: [UInt8]) throws(DatabaseError) { try write.run("log", logID) }

  /// The cluster whose log the tables follow; `nil` for the folder's own log.
  func cluster() throws(DatabaseError) -> String? { try read.first("cluster") { row in row.text() } }

  /// Makes the tables follow a cluster's log, from a position on.
  func enter(_ cluster: String, at position: LogPosition) throws(DatabaseError) {
    try write.run("cluster", cluster)
    try store(position: position)
    try delete.run("log")
  }

  /// The last cluster that the tables have left.
  func leftCluster() throws(DatabaseError) -> String? { try read.first("left_cluster") { row in row.text() } }

  /// Makes the tables follow a log of the folder's own.
  func leaveCluster() throws(DatabaseError) {
    if let cluster = try cluster() { try write.run("left_cluster", cluster) }
    try delete.run("cluster")
    try delete.run("log")
  }

  /// Stores the identity that the first node of a cluster has created.
  func store(_ identity: StoredIdentity) throws(DatabaseError) {
    try write.run("epoch", Hex.bytes(of: identity.epoch) ?? [])
    try write.run("season_secret", identity.seasonSecret)
  }

  /// Whether the remains of forgotten players must be overwritten.
  func needsScrub() throws(DatabaseError) -> Bool { try read.first("scrub") { row in row.bool() } ?? false }

  func store(needsScrub: Bool) throws(DatabaseError) { try write.run("scrub", needsScrub) }

  /// Stores the server's current day.
  func store(day: Int) throws(DatabaseError) { try write.run("day", day) }

  /// The last stored day; `nil` before the first.
  func latestDay() throws(DatabaseError) -> Int? { try selectDay.first { row in Int(row.integer()) } }

  /// The identity made at the first start, or a new one.
  ///
  /// - Throws: also if it is damaged: another secret would give other dailies than those committed to.
  func identity(makingWith randomBytes: (Int) -> [UInt8]) throws(DatabaseError) -> StoredIdentity {
    if let name = try damaged.first(read: { row in row.text() }) {
      throw DatabaseError(code: SQLITE_CORRUPT, message: "\(name) is not what it was")
    }
    let epoch = try value(of: "epoch") { randomBytes(3) }
    let secret = try value(of: "season_secret") { randomBytes(32) }
    return StoredIdentity(epoch: Hex.text(of: epoch), seasonSecret: secret)
  }

  private func value(of name: String, making make: () -> [UInt8]) throws(DatabaseError) -> [UInt8] {
    if let stored = try read.first(name, read: { row in row.bytes() }) { return stored }
    let made = make()
    try write.run(name, made)
    return made
  }
}
