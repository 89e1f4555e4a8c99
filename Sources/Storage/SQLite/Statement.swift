internal import CSQLite

/// A statement prepared once: values are bound in order, rows read in order, and it is reset after every use.
final class Statement {
  fileprivate let handle: OpaquePointer
  private let database: Database

  /// Takes over a prepared statement; keeps its connection alive.
  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs it for its effect.
  func run<each Value: Bindable>(_ values: repeat each Value) throws(SQLiteError) {
    defer { reset() }
    try bind(repeat each values)
    while try step() {}
  }

  /// Every row, as `read` makes of it.
  func all<Row, each Value: Bindable>(
    _ values: repeat each Value, read: (inout Columns) throws(SQLiteError) -> Row
  ) throws(SQLiteError) -> [Row] {
    defer { reset() }
    try bind(repeat each values)
    var rows: [Row] = []
    while try step() {
      var columns = Columns(handle)
      rows.append(try read(&columns))
    }
    return rows
  }

  /// The first row; `nil` without one.
  func first<Row, each Value: Bindable>(
    _ values: repeat each Value, read: (inout Columns) throws(SQLiteError) -> Row
  ) throws(SQLiteError) -> Row? {
    defer { reset() }
    try bind(repeat each values)
    guard try step() else { return nil }
    var columns = Columns(handle)
    return try read(&columns)
  }

  private func bind<each Value: Bindable>(_ values: repeat each Value) throws(SQLiteError) {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      let code = value.bind(to: handle, at: index)
      guard code == SQLITE_OK else { throw SQLiteError(code: code) }
    }
    // A parameter that nobody bound would be NULL without a word.
    guard index == sqlite3_bind_parameter_count(handle) else {
      throw SQLiteError(
        code: SQLITE_ERROR, message: "a statement was given \(index) values, which is not what it takes")
    }
  }

  private func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw database.lastError(code)
    }
  }

  private func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}

/// A value that a statement can take.
protocol Bindable {
  /// Binds a copy and answers SQLite's code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, self) }
}

extension Int: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, Int64(self)) }
}

extension Bool: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self ? 1 : 0)
  }
}

extension String: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { csqlite_bind_text(statement, index, $0.baseAddress, UInt64($0.count)) }
  }
}

extension [UInt8]: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes { csqlite_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
  }
}
