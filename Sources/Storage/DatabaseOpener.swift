internal import CSQLite
internal import ParlorCore

/// Opens the connections to one database.
struct DatabaseOpener {
  /// `nil` for data in memory.
  let folder: DataFolder?
  /// The name of a SQLite VFS; `nil` for the system's own.
  let fileSystem: String?
  let durability: Durability
  /// Whether one connection does everything, with the log's index in its own memory: what is left where a full disk has
  /// no room for the index that several would share.
  var isAlone = false

  /// The connection that writes, with the layout up to date.
  ///
  /// - Throws: ``SQLiteError``, or a ``StorageFailure`` that says what is wrong with the data.
  func writingConnection(_ schema: Schema, lostCommits: Int64) throws -> Database {
    // SQLite would let everybody read a new file: it holds the secret of the dailies, and the folder may be open to others.
    // The log and its index take over the file's permissions.
    if let folder {
      guard !folder.missesLog else { throw StorageFailure(message: Self.missingLog(folder)) }
      guard !folder.missesDatabase else { throw StorageFailure(message: Self.missingDatabase(folder)) }
      folder.makePrivate()
      csqlite_make_private_file(folder.databasePath)
    }
    let database = try Database(path: folder?.databasePath ?? ":memory:", access: .writing, fileSystem: fileSystem)
    // Before anything is read: the first look at the log decides where its index lies.
    if isAlone { try database.execute("PRAGMA locking_mode = EXCLUSIVE") }
    try database.execute("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000")
    if let folder {
      try folder.whileLogBegins { try useLog(database) }
      try check(database)
      try schema.apply(to: database) { "\(folder.databasePath).before-\($0)" }
      // Behind a damaged page nothing of the log counts any more; left there, it would be counted again.
      if lostCommits > 0 { try? database.emptyLog() }
      database.watchLog()
    } else {
      try schema.apply(to: database, copyPath: nil)
    }
    try CheckedTable.keep(in: database)
    return database
  }

  private static func missingLog(_ folder: DataFolder) -> String {
    "\(folder.databasePath) was copied while a server used it, or lost its log: the last moves are in \(folder.logPath), "
      + "which is missing. Put it beside the database, or copy both anew once the server has stopped. Where a tool has "
      + "merged the log, say so with: sqlite3 \(folder.databasePath) 'PRAGMA journal_mode=DELETE'"
  }

  private static func missingDatabase(_ folder: DataFolder) -> String {
    "\(folder.databasePath) is missing, and \(folder.logPath) holds the last moves of it: put it back beside its log. To "
      + "begin anew, move the log away"
  }

  /// Commits that stand in the log behind a damaged page, where SQLite does not find them. To be asked before anything is
  /// opened.
  var lostCommits: Int64 { folder.map { max(0, csqlite_lost_commits($0.logPath)) } ?? 0 }

  /// The connection that only reads; `nil` where there is only one.
  func readingConnection() throws -> Database? {
    guard let folder, !isAlone else { return nil }
    return try Database(path: folder.databasePath, access: .reading, fileSystem: fileSystem)
  }

  /// The connection that moves the log into the database; `nil` where there is only one.
  func checkpointConnection() throws -> Database? {
    guard let folder, !isAlone else { return nil }
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
    let mode = try logMode(database)
    guard mode == "wal" || isAlone else {
      throw StorageFailure(message: "the folder's file system does not allow a write-ahead log")
    }
    // A log that grew while the disk was slow gives the room back once it begins anew.
    try database.execute("PRAGMA journal_size_limit = 67108864")
    switch durability {
    case .process: try database.execute("PRAGMA synchronous = NORMAL")
    case .power: try database.execute("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
    }
  }

  /// The mode after asking for a log. A full disk may have no room to note it; one connection can do without, too.
  private func logMode(_ database: Database) throws(SQLiteError) -> String? {
    do {
      return try database.prepare("PRAGMA journal_mode = WAL").first { row in row.text() }
    } catch  where isAlone && error.isFullDisk {
      return nil
    }
  }

  /// The largest file that is read whole at start: a few seconds' work. Damage to a larger one is found when the
  /// damaged page is read.
  static let checkedBytes: Int64 = 1 << 30

  /// Files up to here have their indexes held against their tables as well, which takes several times as long.
  private static let whollyCheckedBytes: Int64 = 1 << 26

  /// Reads every page once, so that damage is found before anybody plays on it. An index is made anew from its table: one
  /// that does not go with it would refuse what others store.
  private func check(_ database: Database) throws {
    let pages = try database.integer("PRAGMA page_count") ?? 0
    guard pages <= Self.checkedBytes / 4_096 else { return }
    let answer = try answer(of: "quick_check", database)
    guard answer == "ok" else { throw SQLiteError(code: SQLITE_CORRUPT, message: answer) }
    guard pages <= Self.whollyCheckedBytes / 4_096, try self.answer(of: "integrity_check", database) != "ok" else {
      return
    }
    try database.execute("REINDEX")
    let remaining = try self.answer(of: "integrity_check", database)
    guard remaining == "ok" else { throw SQLiteError(code: SQLITE_CORRUPT, message: remaining) }
  }

  private func answer(of check: String, _ database: Database) throws(SQLiteError) -> String {
    try database.prepare("PRAGMA \(check)(1)").first { row in row.text() } ?? "the check gave no answer"
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

  /// Why nothing can be stored.
  init(storing path: String, _ error: SQLiteError) {
    self.init(message: "nothing can be stored in \(path): \(error.message) (SQLite \(error.code))")
  }
}
