internal import CSQLite
internal import Kernel

/// A connection to a SQLite database. Used from one queue at a time, and therefore not `Sendable`.
final class Database: TableConnection {
  /// What a connection may do.
  enum Access {
    /// Reads only.
    case reading
    /// Reads the database file alone, without its write-ahead log, and touches no other file. For a file that nobody
    /// writes meanwhile.
    case unchanging
    /// Reads and writes, and creates a missing file.
    case writing
  }

  private let handle: OpaquePointer
  private let pagesInLog = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  /// The statements around a transaction, prepared by the first one.
  private var begin: OpaquePointer?
  private var commit: OpaquePointer?

  /// The oldest SQLite with `STRICT` tables: 3.37.
  static let oldestLibrary: Int32 = 3_037_000

  /// How long a statement waits for another connection's lock, in milliseconds.
  private static let busyMilliseconds: Int32 = 5_000

  /// Runs once, before the first connection is opened.
  private static let preparesLibrary: Void = csqlite_stop_counting_memory()

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - path: a file, or `:memory:`.
  ///   - fileSystem: the name of one of SQLite's VFS objects; `nil` for the system's own.
  init(path: String, access: Access, fileSystem: String? = nil) throws(DatabaseError) {
    Self.preparesLibrary
    var opened: OpaquePointer?
    let mode =
      switch access {
      case .reading: SQLITE_OPEN_READONLY
      case .unchanging: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let path = access == .unchanging ? Self.unchangingURI(path) : path
    // Every connection is confined to a queue, so SQLite need not lock it for each call.
    let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, fileSystem)
    guard code == SQLITE_OK, let opened else {
      let message = opened.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
      sqlite3_close_v2(opened)
      throw message.map { DatabaseError(code: code, message: $0) } ?? DatabaseError(code: code)
    }
    handle = opened
    pagesInLog.initialize(to: 0)
    sqlite3_busy_timeout(handle, Self.busyMilliseconds)
    csqlite_add_fingerprint(handle)
    if access == .writing { csqlite_keep_log(handle, 1) }
  }

  // This version waits for statements that outlive the connection instead of failing.
  deinit {
    csqlite_watch_log(handle, nil)
    sqlite3_finalize(begin)
    sqlite3_finalize(commit)
    sqlite3_close_v2(handle)
    pagesInLog.deallocate()
  }

  /// <https://www.sqlite.org/uri.html>
  private static func unchangingURI(_ path: String) -> String {
    let escaped = path.map { letter in
      switch letter {
      case "%": "%25"
      case "?": "%3f"
      case "#": "%23"
      default: String(letter)
      }
    }
    return "file:\(escaped.joined())?immutable=1"
  }

  /// Moves the write-ahead log into the database and turns it off. Works only for the last connection.
  func mergeLog() throws(DatabaseError) {
    csqlite_keep_log(handle, 0)
    defer { csqlite_keep_log(handle, 1) }
    try execute("PRAGMA journal_mode = DELETE")
  }

  /// Counts the pages in the write-ahead log from now on, and turns automatic checkpoints off.
  func watchLog() { csqlite_watch_log(handle, pagesInLog) }

  /// Pages in the write-ahead log after the last commit of this connection, once it is watched.
  var logPages: Int { Int(pagesInLog.pointee) }

  /// SQLite's error for the last failed call.
  func lastError(_ code: Int32) -> DatabaseError {
    guard let text = sqlite3_errmsg(handle) else { return DatabaseError(code: code) }
    return DatabaseError(code: code, message: String(cString: text))
  }

  /// Runs statements that return no rows.
  func execute(_ sql: String) throws(DatabaseError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw lastError(code) }
  }

  /// Prepares a statement for repeated use.
  func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw lastError(code) }
    return Statement(SQLiteStatement(prepared, of: self))
  }

  /// The integer that a one-row statement returns; `nil` without a row.
  func integer(_ sql: String) throws(DatabaseError) -> Int64? {
    try prepare(sql).first { row in row.integer() }
  }

  /// Runs a body in a transaction: all of it or nothing.
  func transaction<Value>(_ body: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
    try run(&begin, "BEGIN IMMEDIATE")
    do {
      let value = try body()
      try run(&commit, "COMMIT")
      return value
    } catch {
      // After some errors, such as a full disk, SQLite has already rolled back.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs a statement that takes no values and gives no rows, prepared when it is first needed.
  private func run(_ statement: inout OpaquePointer?, _ sql: String) throws(DatabaseError) {
    if statement == nil {
      let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
      guard code == SQLITE_OK else { throw lastError(code) }
    }
    let code = sqlite3_step(statement)
    // What the connection says of a failure is the step's, which resetting repeats.
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw lastError(code) }
  }

  /// Moves all of the write-ahead log into the database and truncates it.
  ///
  /// - Parameter milliseconds: how long to wait for other readers and writers.
  /// - Throws: also if a reader uses an older state.
  func emptyLog(waiting milliseconds: Int32 = busyMilliseconds) throws(DatabaseError) {
    sqlite3_busy_timeout(handle, milliseconds)
    defer { sqlite3_busy_timeout(handle, Self.busyMilliseconds) }
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    guard code == SQLITE_OK else { throw lastError(code) }
  }

  /// Makes a checkpoint as far as readers allow, without blocking writers.
  ///
  /// - Returns: whether all pages were moved.
  @discardableResult
  func checkpoint() throws(DatabaseError) -> Bool {
    var (pages, moved): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, &pages, &moved)
    guard code == SQLITE_OK else { throw lastError(code) }
    return moved == pages
  }

  /// Replaces this database's content by another one's: all of it or nothing. Statements stay usable if they are still
  /// valid; readers see the one or the other.
  func become(_ other: Database) throws(DatabaseError) {
    guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else {
      throw lastError(SQLITE_ERROR)
    }
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else { throw DatabaseError(code: end == SQLITE_OK ? code : end) }
  }

  /// Runs a body in a transaction that is always rolled back: nothing reaches the disk.
  func tentatively<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    try? execute("PRAGMA cache_spill = OFF; BEGIN IMMEDIATE")
    defer { try? execute("ROLLBACK; PRAGMA cache_spill = ON") }
    return try body()
  }
}
