internal import CSQLite
internal import Kernel

/// A statement, which keeps its connection alive.
final class SQLiteStatement: PreparedStatement {
  private let handle: OpaquePointer
  private let database: Database

  /// Takes ownership of a prepared statement.
  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  var parameterCount: Int32 { sqlite3_bind_parameter_count(handle) }

  func bind(_ value: TableValue, at index: Int32) throws(DatabaseError) {
    let code =
      switch value {
      case .integer(let number): sqlite3_bind_int64(handle, index, number)
      case .text(var text): text.withUTF8 { csqlite_bind_text(handle, index, $0.baseAddress, UInt64($0.count)) }
      case .bytes(let bytes):
        bytes.withUnsafeBytes { csqlite_bind_blob(handle, index, $0.baseAddress, UInt64($0.count)) }
      case .null: sqlite3_bind_null(handle, index)
      }
    guard code == SQLITE_OK else { throw DatabaseError(code: code) }
  }

  func step() throws(DatabaseError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw database.lastError(code)
    }
  }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func text(_ column: Int32) -> String {
    let start = sqlite3_column_text(handle, column).map { UnsafeRawPointer($0) }
    return String(decoding: buffer(start, column), as: UTF8.self)
  }

  func bytes(_ column: Int32) -> [UInt8] { Array(buffer(sqlite3_column_blob(handle, column), column)) }

  /// The bytes at SQLite's pointer for a column; their number must be read afterwards.
  private func buffer(_ start: UnsafeRawPointer?, _ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }
}

/// A connection's statements by their texts, each prepared on first use.
final class PreparedStatements: TableConnection {
  private let database: Database
  private var prepared: [String: Statement] = [:]

  init(_ database: Database) { self.database = database }

  func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    if let known = prepared[sql] { return known }
    let new = try database.prepare(sql)
    prepared[sql] = new
    return new
  }
}
