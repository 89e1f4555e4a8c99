internal import CSQLite
public import ParlorCore

/// A server's data in one SQLite database in a folder of its own.
///
/// One connection writes, on a queue of its own; a second one, which only reads, answers queries on another queue,
/// so that a long answer holds up no commit. Files: `parlor.sqlite` with its `-wal` and `-shm`, `parlor.lock`, and
/// `parlor.sqlite.before-N`, the copy made before the layout went to version N.
public final class SQLiteStorage: Storage {
  public let isVolatile: Bool

  private let path: String
  private let options: StorageOptions
  /// Keeps the folder locked.
  private let folder: DataFolder?
  private let writer: Confined<Writer>
  /// `nil` for data in memory, which only its own connection can see.
  private let reader: Confined<Reader>?
  /// Moves the log into the database; `nil` in memory.
  private let checkpointer: Confined<Database>?

  /// Opens the data, made anew where there is none.
  ///
  /// - Parameter folder: made if it is missing; `:memory:` keeps nothing beyond the process.
  /// - Throws: one sentence: the folder cannot be used or is in use by another server, or the data is damaged, a newer
  ///   Parlor's or not Parlor's.
  public convenience init(folder: String, options: StorageOptions) throws(StorageFailure) {
    try self.init(folder: folder, options: options, schema: .current, fileSystem: nil)
  }

  /// As above, with a layout and a SQLite file system (VFS) chosen by a test.
  package init(
    folder path: String, options: StorageOptions, schema: Schema, fileSystem: String?
  ) throws(StorageFailure) {
    let version = sqlite3_libversion_number()
    guard version >= Database.oldestLibrary else {
      throw StorageFailure(message: "this machine's SQLite has the version \(version), Parlor needs 3037000 or later")
    }
    let folder = path == ":memory:" ? nil : try DataFolder(path)
    var opener = DatabaseOpener(folder: folder, fileSystem: fileSystem, durability: options.durability)
    do {
      let connections: Connections
      do {
        connections = try Connections(opener, schema, options)
      } catch let error as SQLiteError where error.isFullDisk && folder != nil {
        opener.isAlone = true
        connections = try Connections(opener, schema, options)
      }
      (writer, reader, checkpointer) = (connections.writer, connections.reader, connections.checkpointer)
    } catch let error as SQLiteError {
      throw StorageFailure(opening: path, error)
    } catch let failure as StorageFailure {
      throw StorageFailure(message: "the data in \(path) cannot be used: \(failure.message)")
    } catch {
      throw StorageFailure(message: "the data in \(path) cannot be used: \(error)")
    }
    self.folder = folder
    self.path = path
    self.options = options
    isVolatile = folder == nil
  }

  deinit { close() }

  /// Finishes what was handed over, takes the log into the database, so that one file holds everything, and lets go of
  /// it. What comes later is not answered.
  public func close() {
    reader?.close()
    checkpointer?.close()
    writer.close { $0.mergeLog() }
  }

  public func load() throws(StorageFailure) -> StoredState {
    let scrubber = scrubber
    return try now { [options] writer throws(SQLiteError) in
      // What the server before has left undone; the disk may be full, and that must not keep this one from starting.
      scrubber?.scrub(writer)
      return try writer.load(now: options.now, today: options.today)
    }
  }

  /// The epoch and the secret of the dailies: made at first start, the same ever since.
  ///
  /// - Parameter randomBytes: gives as many unpredictable bytes as it is asked for.
  public func identity(
    makingWith randomBytes: @Sendable (_ count: Int) -> [UInt8]
  ) throws(StorageFailure) -> StoredIdentity {
    try now { writer throws(SQLiteError) in try writer.identity(makingWith: randomBytes) }
  }

  private func now<Value: Sendable>(
    _ body: @Sendable (Writer) throws(SQLiteError) -> Value
  ) throws(StorageFailure) -> Value {
    let result = writer.now { writer in Result { () throws(SQLiteError) in try body(writer) } }
    switch result {
    case .success(let value): return value
    case .failure(let error): throw StorageFailure(opening: path, error)
    case nil: throw StorageFailure(message: "the data in \(path) is closed")
    }
  }

  public func commit(
    _ batch: Batch, completion: @escaping @Sendable (Result<[RefusedRecord], StorageFailure>) -> Void
  ) {
    // Not `self`: it must not end on a queue of its own.
    let (confined, checkpointer, scrubber) = (writer, checkpointer, scrubber)
    writer.later { [path] writer in
      defer {
        if writer.wantsCheckpoint(inBackground: checkpointer != nil) { Self.checkpoint(checkpointer, confined) }
        if batch.records.contains(where: \.forgetsSomebody) { scrubber?.plan(writer) }
      }
      do throws(SQLiteError) {
        completion(.success(try writer.commit(batch.records)))
      } catch {
        completion(.failure(StorageFailure(storing: path, error)))
      }
    }
  }

  private var scrubber: Scrubber? {
    folder.map { Scrubber(writer: writer, path: $0.databasePath, seconds: options.scrubSeconds) }
  }

  private static func checkpoint(_ checkpointer: Confined<Database>?, _ writer: Confined<Writer>) {
    checkpointer?.later { database in
      // What cannot be moved stays in the log, where it is just as safe, and is tried again later.
      try? database.checkpoint()
      writer.later { $0.checkpointFinished() }
    }
  }

  public func answer(_ queries: [Query], completion: @escaping @Sendable ([QueryAnswer]) -> Void) {
    writer.later { [reader, path] writer in
      writer.prepare(for: queries)
      guard let reader else { return completion(writer.reader.answers(to: queries, path: path)) }
      reader.later { reader in completion(reader.answers(to: queries, path: path)) }
    }
  }
}

/// What storage works with.
private struct Connections {
  let writer: Confined<Writer>
  let reader: Confined<Reader>?
  let checkpointer: Confined<Database>?

  init(_ opener: DatabaseOpener, _ schema: Schema, _ options: StorageOptions) throws {
    let lostCommits = opener.lostCommits
    let database = try opener.writingConnection(schema, lostCommits: lostCommits)
    let writer = try Writer(database, options: options)
    writer.lostCommits = Int(lostCommits)
    if let connection = try opener.readingConnection() {
      reader = Confined(label: "parlor.storage.reader", try Reader(connection))
    } else {
      reader = nil
    }
    if let connection = try opener.checkpointConnection() {
      checkpointer = Confined(label: "parlor.storage.checkpoints", connection)
    } else {
      checkpointer = nil
    }
    // Every file is there now.
    writer.files = opener.folder.map(DataFiles.init)
    self.writer = Confined(label: "parlor.storage.writer", writer)
  }
}
