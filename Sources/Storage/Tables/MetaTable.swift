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

  /// The greatest number that any room has or had: what is deleted leaves it in `last_number`.
  func lastNumber() throws(DatabaseError) -> Int64 {
    try selectLastNumber.first { row in row.integer() } ?? 0
  }

  /// A room is gone: neither its number nor those of its events are given again.
  func close(_ room: Int64, lastSeq: Int) throws(DatabaseError) {
    try raise.run("last_number", room)
    try raise.run("last_seq", Int64(lastSeq))
  }

  /// The greatest number of an event in any room that is gone.
  func lastSeq() throws(DatabaseError) -> Int { Int(try selectLastSeq.first { row in row.integer() } ?? 0) }

  /// Up to which entry of the log the tables have followed it.
  func position() throws(DatabaseError) -> LogPosition {
    try read.first("position") { row in row.integer() } ?? 0
  }

  /// Keeps that.
  func store(position: LogPosition) throws(DatabaseError) { try write.run("position", position) }

  /// Which log the tables follow; `nil` before there was one.
  func logID() throws(DatabaseError) -> [UInt8]? { try read.first("log") { row in row.bytes() } }

  /// Keeps that.
  func store(logID: [UInt8]) throws(DatabaseError) { try write.run("log", logID) }

  /// The cluster whose log the tables follow; `nil` where it is the folder's own.
  func cluster() throws(DatabaseError) -> String? { try read.first("cluster") { row in row.text() } }

  /// From now on the tables follow a cluster's log, from a position on.
  func enter(_ cluster: String, at position: LogPosition) throws(DatabaseError) {
    try write.run("cluster", cluster)
    try store(position: position)
    try delete.run("log")
  }

  /// The cluster that the tables have left last, to go on alone.
  func leftCluster() throws(DatabaseError) -> String? { try read.first("left_cluster") { row in row.text() } }

  /// From now on the tables follow a log of the folder's own.
  func leaveCluster() throws(DatabaseError) {
    if let cluster = try cluster() { try write.run("left_cluster", cluster) }
    try delete.run("cluster")
    try delete.run("log")
  }

  /// Takes over what the first node of a cluster has made.
  func store(_ identity: StoredIdentity) throws(DatabaseError) {
    try write.run("epoch", Hex.bytes(of: identity.epoch) ?? [])
    try write.run("season_secret", identity.seasonSecret)
  }

  /// Whether what is left of forgotten players in the files has to be overwritten.
  func needsScrub() throws(DatabaseError) -> Bool { try read.first("scrub") { row in row.bool() } ?? false }

  /// Keeps whether it has to be.
  func store(needsScrub: Bool) throws(DatabaseError) { try write.run("scrub", needsScrub) }

  /// The day that a server was at.
  func store(day: Int) throws(DatabaseError) { try write.run("day", day) }

  /// The day that a server was last at; `nil` before the first.
  func latestDay() throws(DatabaseError) -> Int? { try selectDay.first { row in Int(row.integer()) } }

  /// What was made at first start, or what is made now.
  ///
  /// - Throws: also where it is damaged: another secret would be other dailies than those that were committed to.
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
