internal import CSQLite
internal import ParlorCore

/// Opens the connections to one database.
struct DatabaseOpener {
  /// `nil` for data in memory.
  let folder: DataFolder?
  /// The name of a SQLite VFS; `nil` for the system's own.
  let fileSystem: String?
  let durability: Durability

  /// The connection that writes, with the layout up to date.
  ///
  /// - Throws: ``SQLiteError``, or a ``StorageFailure`` that says what is wrong with the data.
  func writingConnection(_ schema: Schema) throws -> Database {
    // SQLite would let everybody read a new file: it holds the secret of the dailies, and the folder may be open to others.
    // The log and its index take over the file's permissions.
    if let folder { csqlite_make_private_file(folder.databasePath) }
    let database = try Database(path: folder?.databasePath ?? ":memory:", access: .writing, fileSystem: fileSystem)
    try database.execute("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000")
    if let folder {
      try useLog(database)
      try check(database)
      try schema.apply(to: database) { "\(folder.databasePath).before-\($0)" }
      database.watchLog()
    } else {
      try schema.apply(to: database, copyPath: nil)
    }
    return database
  }

  /// The connection that only reads; `nil` in memory.
  func readingConnection() throws -> Database? {
    guard let folder else { return nil }
    return try Database(path: folder.databasePath, access: .reading, fileSystem: fileSystem)
  }

  /// The connection that moves the log into the database; `nil` in memory.
  func checkpointConnection() throws -> Database? {
    guard let folder else { return nil }
    let database = try Database(path: folder.databasePath, access: .writing, fileSystem: fileSystem)
    try useLog(database)
    return database
  }

  /// Lets a commit be written to the end of a log (WAL), which readers need not wait for.
  ///
  /// A process that is killed loses nothing that it has handed to the kernel, so for `process` no commit waits for the
  /// disk. `NORMAL` still orders log and database by fsync when the one is moved into the other: after a loss of power
  /// the data is a few moments old but whole, which `OFF` would not promise. `FULL` is an fsync for each commit;
  /// `fullfsync` makes that reach the disk itself on macOS.
  private func useLog(_ database: Database) throws {
    let mode = try database.prepare("PRAGMA journal_mode = WAL").first { row throws(SQLiteError) in try row.text() }
    guard mode == "wal" else {
      throw StorageFailure(message: "the folder's file system does not allow a write-ahead log")
    }
    // A log that grew while the disk was slow gives the room back once it begins anew.
    try database.execute("PRAGMA journal_size_limit = 67108864")
    switch durability {
    case .process: try database.execute("PRAGMA synchronous = NORMAL")
    case .power: try database.execute("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
    }
  }

  /// The largest file that is read whole at start: a few seconds' work. Damage to a larger one is found when the
  /// damaged page is read.
  private static let checkedBytes: Int64 = 1 << 30

  /// Reads every page once, so that damage is found before anybody plays on it.
  private func check(_ database: Database) throws {
    let pages = try database.integer("PRAGMA page_count") ?? 0
    guard pages <= Self.checkedBytes / 4_096 else { return }
    let answer = try database.prepare("PRAGMA quick_check(1)").first { row throws(SQLiteError) in try row.text() }
    guard answer == "ok" else {
      throw SQLiteError(code: SQLITE_CORRUPT, message: answer ?? "the check gave no answer")
    }
  }
}

extension StorageFailure {
  /// Why data cannot be opened or read.
  init(opening path: String, _ error: SQLiteError) {
    self.init(
      message: error.isDamage
        ? "the data in \(path) is damaged (\(error.message)); restore a copy of the folder, or choose another one"
        : "the data in \(path) cannot be used: \(error.message) (SQLite \(error.code))")
  }

  /// Why something could not be stored.
  ///
  /// - Parameter room: the room without whose records the others could be.
  init(storing path: String, _ error: SQLiteError, room: Int64? = nil) {
    let what = room.map { "what happened in the room with the number \($0)" } ?? "nothing"
    self.init(
      message:
        "\(what) \(room == nil ? "can" : "cannot") be stored in \(path): \(error.message) (SQLite \(error.code))",
      room: room)
  }
}
