internal import CSQLite
internal import Confinement
public import Kernel
public import ParlorCore
internal import Synchronization

/// A server's data in a folder: the log, and tables that follow it.
///
/// A batch is durable once it is in the log, `log.sqlite`. The tables, `parlor.sqlite`, follow many entries in one
/// transaction, which also stores their position; at a start they follow the rest of the log. Entries that the tables
/// have made durable are trimmed. Log, tables and query connection each have a queue, so that a long query delays
/// nothing else. Both files have `-wal` and `-shm` files, and `parlor.lock` locks the folder. A clean stop leaves an
/// empty log.
public final class SQLiteStorage: Storage {
  public let isVolatile: Bool

  let path: String
  let options: StorageOptions
  /// Keeps the folder locked.
  let folder: DataFolder?
  let writer: Confined<Writer>
  /// `nil` for data in memory, which only its own connection can see.
  private let reader: Confined<Reader>?
  /// Makes checkpoints of the tables; `nil` in memory.
  let checkpointer: Confined<Database>?
  private let check: DatabaseCheck?
  /// `nil` in memory.
  let log: SQLiteLog?
  let follower: Follower
  let committer: Committer
  /// `nil` in memory.
  private let fileWatch: FileWatch?

  /// Opens the data, and creates it if there is none.
  ///
  /// - Parameter folder: created if it is missing; `:memory:` keeps the data in the process only.
  /// - Throws: one sentence: the folder is unusable or in use by another server, or the data is damaged, has another
  ///   layout or is not Parlor's.
  public convenience init(folder: String, options: StorageOptions) throws(StorageFailure) {
    try self.init(folder: folder, options: options, fileSystem: nil)
  }

  /// As above, with a SQLite file system (VFS) chosen by a test.
  package init(
    folder path: String, options: StorageOptions, fileSystem: String?
  ) throws(StorageFailure) {
    let version = sqlite3_libversion_number()
    guard version >= Database.oldestLibrary else {
      throw StorageFailure(message: "this machine's SQLite has the version \(version), Parlor needs 3037000 or later")
    }
    let folder = path == ":memory:" ? nil : try DataFolder(path)
    var opener = DatabaseOpener(
      folder: folder, fileSystem: fileSystem, durability: options.durability, wholeFileBytes: options.wholeFileBytes,
      documents: options.documents)
    do {
      let connections: Connections
      do {
        connections = try Connections(opener, options)
      } catch let error as DatabaseError where error.isFullDisk && folder != nil {
        opener.isAlone = true
        connections = try Connections(opener, options)
      }
      (writer, reader, checkpointer) = (connections.writer, connections.reader, connections.checkpointer)
      check = connections.check
      log = connections.log
      follower = Follower(connections, folder, path: path, options)
      committer = Committer(log, follower, after: connections.lastPosition, path: path)
    } catch let error as DatabaseError {
      throw StorageFailure(opening: path, error)
    } catch let failure as StorageFailure {
      throw StorageFailure(message: "the data in \(path) cannot be used: \(failure.message)")
    } catch {
      throw StorageFailure(message: "the data in \(path) cannot be used: \(error)")
    }
    self.folder = folder
    fileWatch = folder.map(FileWatch.init)
    self.path = path
    self.options = options
    isVolatile = folder == nil
  }

  deinit { close() }

  /// Finishes pending work and makes the tables follow it, so that one file has everything, and closes the files. Later
  /// calls are not answered.
  public func close() {
    fileWatch?.stop()
    check?.stop()
    reader?.close()
    log?.drain()
    checkpointer?.close()
    let end = Mutex<LogPosition?>(nil)
    writer.close { [follower] writer in
      follower.follow(writer)
      guard follower.isDone(writer) else { return }
      writer.mergeLog()
      end.withLock { $0 = writer.position }
    }
    log?.close(trimmingTo: end.withLock { $0 })
    folder?.unlock()
  }

  /// Closes everything as a killed process would: what the tables have not followed stays in the log.
  package func abandon() {
    fileWatch?.stop()
    check?.stop()
    reader?.close()
    log?.drain()
    checkpointer?.close()
    writer.close()
    log?.close(trimmingTo: nil)
    folder?.unlock()
  }

  /// Makes the tables follow everything durable.
  ///
  /// - Returns: the lines refused since the last commit.
  package func catchUp() -> [RefusedLine] {
    _ = writer.now { [follower] writer in follower.follow(writer) }
    return follower.feed.takeRefused()
  }

  public func load(at now: Instant, today: Int) throws(StorageFailure) -> StoredState {
    try self.now { [follower, committer] writer throws(StorageFailure) in
      let end = try follower.rejoin(writer)
      let state = try follower.load(writer, now: now, today: today)
      // Not before: unreadable entries must not be skipped.
      if let end { committer.goOn(after: end) }
      return state
    }
  }

  /// All open state as of the opening.
  package func load() throws(StorageFailure) -> StoredState { try load(at: options.now, today: options.today) }

  /// The epoch and the secret of the dailies, created at the first start and constant since.
  ///
  /// - Parameter randomBytes: returns as many unpredictable bytes as requested.
  public func identity(
    makingWith randomBytes: @Sendable (_ count: Int) -> [UInt8]
  ) throws(StorageFailure) -> StoredIdentity {
    try now { [path] writer throws(StorageFailure) in
      do throws(DatabaseError) {
        return try writer.identity(makingWith: randomBytes)
      } catch {
        throw StorageFailure(opening: path, error)
      }
    }
  }

  func now<Value: Sendable>(
    _ body: @Sendable (Writer) throws(StorageFailure) -> Value
  ) throws(StorageFailure) -> Value {
    guard let result = writer.now({ writer in Result { () throws(StorageFailure) in try body(writer) } }) else {
      throw StorageFailure(message: "the data in \(path) is closed")
    }
    return try result.get()
  }

  public var files: StoredFiles? { fileWatch?.files }

  public func findDamage(completion: @escaping @Sendable (DamageReport) -> Void) { check?.run(completion) }

  public func commit(
    _ batch: Batch, completion: @escaping @Sendable (Result<[RefusedLine], StorageFailure>) -> Void
  ) { committer.commit(batch, completion) }

  public func answer(_ queries: [any StoredQuery], completion: @escaping @Sendable ([StoredAnswer]) -> Void) {
    writer.later { [reader, path, follower] writer in
      follower.follow(writer, for: queries)
      guard let reader else { return completion(writer.reader.answers(to: queries, path: path)) }
      reader.later { reader in completion(reader.answers(to: queries, path: path)) }
    }
  }
}
