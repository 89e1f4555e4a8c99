internal import CSQLite

/// The columns of a row, read from left to right. Total: NULL reads as zero or empty, a missing column as NULL.
struct Columns {
  private let statement: OpaquePointer
  private var next: Int32 = 0

  init(_ statement: OpaquePointer) { self.statement = statement }

  mutating func integer() -> Int64 {
    defer { next += 1 }
    return sqlite3_column_int64(statement, next)
  }

  mutating func number() -> Int { Int(truncatingIfNeeded: integer()) }

  mutating func bool() -> Bool { integer() != 0 }

  mutating func optionalInteger() -> Int64? {
    defer { next += 1 }
    return isNull ? nil : sqlite3_column_int64(statement, next)
  }

  mutating func optionalNumber() -> Int? { optionalInteger().map { Int(truncatingIfNeeded: $0) } }

  mutating func bytes() -> [UInt8] {
    defer { next += 1 }
    return Array(buffer(sqlite3_column_blob(statement, next)))
  }

  mutating func optionalBytes() -> [UInt8]? {
    guard isNull else { return bytes() }
    next += 1
    return nil
  }

  /// Text. What is not UTF-8 reads with U+FFFD in its place: only UTF-8 was ever written, so that the row's checksum
  /// tells of it.
  mutating func text() -> String {
    defer { next += 1 }
    return String(decoding: buffer(sqlite3_column_text(statement, next).map { UnsafeRawPointer($0) }), as: UTF8.self)
  }

  mutating func optionalText() -> String? {
    guard isNull else { return text() }
    next += 1
    return nil
  }

  private var isNull: Bool { sqlite3_column_type(statement, next) == SQLITE_NULL }

  /// The bytes at a pointer that SQLite gave for the next column; their number must be asked for afterwards.
  private func buffer(_ start: UnsafeRawPointer?) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, next)))
  }
}
