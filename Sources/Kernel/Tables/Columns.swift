/// The columns of a row, read from left to right. Total: NULL reads as zero or empty, and a missing column as NULL.
package struct Columns {
  private let statement: any PreparedStatement
  private var next: Int32 = 0

  init(_ statement: any PreparedStatement) { self.statement = statement }

  package mutating func integer() -> Int64 {
    defer { next += 1 }
    return statement.integer(next)
  }

  package mutating func number() -> Int { Int(truncatingIfNeeded: integer()) }

  package mutating func bool() -> Bool { integer() != 0 }

  package mutating func optionalInteger() -> Int64? {
    defer { next += 1 }
    return statement.isNull(next) ? nil : statement.integer(next)
  }

  package mutating func optionalNumber() -> Int? { optionalInteger().map { Int(truncatingIfNeeded: $0) } }

  package mutating func bytes() -> [UInt8] {
    defer { next += 1 }
    return statement.bytes(next)
  }

  /// Text. Invalid UTF-8 reads as U+FFFD: only UTF-8 is ever written, so the row's checksum differs too.
  package mutating func text() -> String {
    defer { next += 1 }
    return statement.text(next)
  }

  package mutating func optionalText() -> String? {
    guard statement.isNull(next) else { return text() }
    next += 1
    return nil
  }
}
