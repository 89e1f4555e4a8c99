internal import CSQLite
internal import Kernel
internal import ParlorCore

/// Opens the connections to the databases of a folder.
struct DatabaseOpener {
  /// `nil` for data in memory.
  let folder: DataFolder?
  /// The name of a SQLite VFS; `nil` for the system's own.
  let fileSystem: String?
  let durability: Durability
  /// The largest file that is read whole before it is used, in bytes.
  let wholeFileBytes: Int64
  /// The kinds of documents, whose index tables stand beside their lines.
  let documents: [DocumentForm]
  /// Whether one connection does everything, with the log's index in its own memory: what is left where a full disk has
  /// no room for the index that several would share.
  var isAlone = false

  /// The connection that writes the tables, made where there are none.
  ///
  /// - Throws: ``DatabaseError``, or a ``StorageFailure`` that says what is wrong with the data.
  func tables() throws -> Database {
    let settings = "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000"
    let database: Database
    if let file = folder?.tables {
      let lostCommits = file.lostCommits
      database = try connection(to: file, .process)
      try database.execute(settings)
      try DatabaseCheck.atStart(database, upTo: wholeFileBytes)
      try Schema.prepare(database, documents)
      // Behind a damaged page nothing of the log counts any more; left there, it would be counted again.
      if lostCommits > 0 { try? database.emptyLog() }
      database.watchLog()
    } else {
      database = try Database(path: ":memory:", access: .writing, fileSystem: fileSystem)
      try database.execute(settings)
      try Schema.prepare(database, documents)
    }
    try CheckedTable.keep(in: database)
    return database
  }

  /// The log in a folder, made anew where there is none.
  func log(in folder: DataFolder) throws -> LogFile {
    let lostCommits = folder.log.lostCommits
    let database = try connection(to: folder.log, durability)
    // Where the library overwrites what is deleted, trimming would write all entries once more. What has to be
    // overwritten is when a player was forgotten: see `Scrubber`.
    try database.execute("PRAGMA secure_delete = OFF")
    try DatabaseCheck.atStart(database, upTo: wholeFileBytes)
    let log = try LogFile(database, durability)
    try log.mendPositions()
    if lostCommits > 0 { try? database.emptyLog() }
    database.watchLog()
    return log
  }

  /// A connection that writes, with its write-ahead log in use.
  private func connection(to file: DatabaseFile, _ durability: Durability) throws -> Database {
    guard !file.missesWAL else { throw StorageFailure(message: Self.missingWAL(file)) }
    guard !file.missesDatabase else { throw StorageFailure(message: Self.missingDatabase(file)) }
    // SQLite would let everybody read a new file: it holds the secret of the dailies, and the folder may be open to
    // others. The write-ahead log and its index take over the file's permissions.
    folder?.makePrivate()
    csqlite_make_private_file(file.path)
    let database = try Database(path: file.path, access: .writing, fileSystem: fileSystem)
    // Before anything is read: the first look at the log decides where its index lies.
    if isAlone { try database.execute("PRAGMA locking_mode = EXCLUSIVE") }
    try file.whileWALBegins { try useWAL(database, durability) }
    return database
  }

  static func missingWAL(_ file: DatabaseFile) -> String {
    "\(file.path) was copied while a server used it, or lost its log: the last moves are in \(file.walPath), "
      + "which is missing. Put it beside the database, or copy both anew once the server has stopped. Where a tool has "
      + "merged the log, say so with: sqlite3 \(file.path) 'PRAGMA journal_mode=DELETE'"
  }

  static func missingDatabase(_ file: DatabaseFile) -> String {
    "\(file.path) is missing or empty, and \(file.walPath) holds the last moves of it: put it back beside its log. To "
      + "begin anew, move the log away"
  }

  /// The connection that only reads the tables; `nil` where there is only one.
  func readingConnection() throws -> Database? {
    guard let folder, !isAlone else { return nil }
    return try Database(path: folder.tables.path, access: .reading, fileSystem: fileSystem)
  }

  /// The connection that moves a write-ahead log into its database; `nil` where there is only one.
  func checkpointConnection(to file: DatabaseFile?) throws -> Database? {
    guard let file, !isAlone else { return nil }
    let database = try Database(path: file.path, access: .writing, fileSystem: fileSystem)
    try useWAL(database, durability)
    return database
  }

  /// Lets a commit be written to the end of a log (WAL), which readers need not wait for.
  ///
  /// A process that is killed loses nothing that it has handed to the kernel, so for `process` no commit waits for the
  /// disk. Nor do the tables ever: what they lose, the log has. `NORMAL` still orders log and database by fsync when
  /// the one is moved into the other: after a loss of power the data is a few moments old but whole, which `OFF` would
  /// not promise. `FULL` is an fsync for each commit; `fullfsync` makes that reach the disk itself on macOS.
  private func useWAL(_ database: Database, _ durability: Durability) throws {
    let mode = try walMode(database)
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
  private func walMode(_ database: Database) throws(DatabaseError) -> String? {
    do {
      return try database.prepare("PRAGMA journal_mode = WAL").first { row in row.text() }
    } catch  where isAlone && error.isFullDisk {
      return nil
    }
  }
}

extension StorageFailure {
  /// Why data cannot be opened or read.
  init(opening path: String, _ error: DatabaseError) {
    self.init(
      message: error.isDamage
        ? "the data in \(path) is damaged (\(error.message)); restore a copy of the folder, or choose another one"
        : "the data in \(path) cannot be used: \(error.message) (SQLite \(error.code))")
  }

  /// Why nothing can be stored.
  init(storing path: String, _ error: DatabaseError) {
    self.init(message: "nothing can be stored in \(path): \(error.message) (SQLite \(error.code))")
  }
}
