/// A prepared statement. Parameters count from 1, columns from 0.
package protocol PreparedStatement: AnyObject {
  var parameterCount: Int32 { get }
  /// Binds a copy.
  func bind(_ value: TableValue, at index: Int32) throws(DatabaseError)
  /// Moves to the next row.
  ///
  /// - Returns: whether there is one.
  func step() throws(DatabaseError) -> Bool
  /// Ends the run, and unbinds all values.
  func reset()
  func isNull(_ column: Int32) -> Bool
  func integer(_ column: Int32) -> Int64
  func text(_ column: Int32) -> String
  func bytes(_ column: Int32) -> [UInt8]
}

/// A statement prepared once: values are bound in order, rows read in order, and it is reset after every use.
public final class Statement {
  private let prepared: any PreparedStatement

  package init(_ prepared: any PreparedStatement) { self.prepared = prepared }

  /// Runs it for its effect.
  package func run<each Value: Bindable>(_ values: repeat each Value) throws(DatabaseError) {
    defer { prepared.reset() }
    try bind(repeat each values)
    while try prepared.step() {}
  }

  /// All rows, each converted by `read`.
  package func all<Row, each Value: Bindable>(
    _ values: repeat each Value, read: (inout Columns) throws(DatabaseError) -> Row
  ) throws(DatabaseError) -> [Row] {
    defer { prepared.reset() }
    try bind(repeat each values)
    var rows: [Row] = []
    while try prepared.step() {
      var columns = Columns(prepared)
      rows.append(try read(&columns))
    }
    return rows
  }

  /// The first row; `nil` without one.
  package func first<Row, each Value: Bindable>(
    _ values: repeat each Value, read: (inout Columns) throws(DatabaseError) -> Row
  ) throws(DatabaseError) -> Row? {
    defer { prepared.reset() }
    try bind(repeat each values)
    guard try prepared.step() else { return nil }
    var columns = Columns(prepared)
    return try read(&columns)
  }

  private func bind<each Value: Bindable>(_ values: repeat each Value) throws(DatabaseError) {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      try prepared.bind(value.tableValue, at: index)
    }
    // An unbound parameter would silently be NULL.
    guard index == prepared.parameterCount else {
      throw DatabaseError(code: 1, message: "a statement was given \(index) values, which is not what it takes")
    }
  }
}

/// A value in a table.
package enum TableValue {
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
  case null
}

/// A value that can be bound to a parameter.
package protocol Bindable {
  var tableValue: TableValue { get }
}

extension Int64: Bindable { package var tableValue: TableValue { .integer(self) } }
extension Int: Bindable { package var tableValue: TableValue { .integer(Int64(self)) } }
extension Bool: Bindable { package var tableValue: TableValue { .integer(self ? 1 : 0) } }
extension String: Bindable { package var tableValue: TableValue { .text(self) } }
extension [UInt8]: Bindable { package var tableValue: TableValue { .bytes(self) } }
extension Optional: Bindable where Wrapped: Bindable {
  package var tableValue: TableValue { self?.tableValue ?? .null }
}
