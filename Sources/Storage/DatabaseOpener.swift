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
  /// The largest file that is checked before it is used, in bytes.
  let wholeFileBytes: Int64
  /// The kinds of documents, with their index tables.
  let documents: [DocumentForm]
  /// Whether a single connection does everything, with the write-ahead log's index in its own memory: the fallback if a
  /// full disk has no room for a shared index.
  var isAlone = false

  /// The connection that writes the tables, which it creates if there are none.
  ///
  /// - Throws: ``DatabaseError``, or a ``StorageFailure`` that describes the fault of the data.
  func tables() throws -> Database {
    let settings = "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000"
    let database: Database
    if let file = folder?.tables {
      let lostCommits = file.lostCommits
      database = try connection(to: file, .process)
      try database.execute(settings)
      try DatabaseCheck.atStart(database, upTo: wholeFileBytes)
      try Schema.prepare(database, documents)
      // SQLite ignores everything behind a damaged page; a later open would count the lost commits again.
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

  /// The log of a folder, created if there is none.
  func log(in folder: DataFolder) throws -> LogFile {
    let lostCommits = folder.log.lostCommits
    let database = try connection(to: folder.log, durability)
    // With secure deletion, trimming would write all entries once more. Forgetting a player overwrites them: see
    // `Scrubber`.
    try database.execute("PRAGMA secure_delete = OFF")
    try DatabaseCheck.atStart(database, upTo: wholeFileBytes)
    let log = try LogFile(database, durability)
    try log.mendPositions()
    if lostCommits > 0 { try? database.emptyLog() }
    database.watchLog()
    return log
  }

  /// A connection that writes, with a write-ahead log.
  private func connection(to file: DatabaseFile, _ durability: Durability) throws -> Database {
    guard !file.missesWAL else { throw StorageFailure(message: Self.missingWAL(file)) }
    guard !file.missesDatabase else { throw StorageFailure(message: Self.missingDatabase(file)) }
    // SQLite would make a new file readable for everybody: it contains the secret of the dailies, and the folder may
    // be open to others. The write-ahead log and its index inherit the file's permissions.
    folder?.makePrivate()
    csqlite_make_private_file(file.path)
    let database = try Database(path: file.path, access: .writing, fileSystem: fileSystem)
    // The first read of the write-ahead log decides where its index is.
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

  /// The connection that only reads the tables; `nil` with a single connection.
  func readingConnection() throws -> Database? {
    guard let folder, !isAlone else { return nil }
    return try Database(path: folder.tables.path, access: .reading, fileSystem: fileSystem)
  }

  /// The connection that makes checkpoints; `nil` with a single connection.
  func checkpointConnection(to file: DatabaseFile?) throws -> Database? {
    guard let file, !isAlone else { return nil }
    let database = try Database(path: file.path, access: .writing, fileSystem: fileSystem)
    try useWAL(database, durability)
    return database
  }

  /// Turns on the write-ahead log (WAL), whose commits do not wait for readers.
  ///
  /// A killed process loses nothing that it has passed to the kernel, so with `process` no commit waits for the disk.
  /// The tables never wait: the log has what they lose. `NORMAL` still orders write-ahead log and database by fsync at
  /// a checkpoint: after a power failure the data is a few moments old but consistent, which `OFF` does not guarantee.
  /// `FULL` is an fsync per commit; with `fullfsync` that reaches the disk itself on macOS.
  private func useWAL(_ database: Database, _ durability: Durability) throws {
    let mode = try walMode(database)
    guard mode == "wal" || isAlone else {
      throw StorageFailure(message: "the folder's file system does not allow a write-ahead log")
    }
    // A write-ahead log that grew while the disk was slow shrinks to this size when it restarts.
    try database.execute("PRAGMA journal_size_limit = 67108864")
    switch durability {
    case .process: try database.execute("PRAGMA synchronous = NORMAL")
    case .power: try database.execute("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
    }
  }

  /// The journal mode after the switch. A full disk may have no room to write it; a single connection works without.
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
