/// A table whose rows have a checksum, which detects a flipped bit: `checksum` is the `fingerprint` of the other
/// columns, a function of storage's connections; a row with NULL is not checked.
package struct CheckedTable: Sendable {
  package let name: String
  /// The columns of the key.
  package let key: [String]
  /// All columns except generated ones.
  package let columns: [String]

  package init(_ name: String, key: [String], columns: [String]) {
    (self.name, self.key, self.columns) = (name, key, columns)
  }

  /// A statement that inserts a row with its checksum, with the columns in order.
  package var insert: String {
    let values = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return
      "INSERT INTO \(name) (\(columns.joined(separator: ", ")), checksum) VALUES (\(values), fingerprint(\(values)))"
  }

  /// An expression for whether a row differs from what was stored: NULL, which is false, for a row that is not checked.
  package var isDamaged: String { "\(name).checksum <> \(fingerprint("\(name)."))" }

  /// An expression for the fingerprint of the columns.
  package func fingerprint(_ prefix: String) -> String {
    "fingerprint(\(columns.map { prefix + $0 }.joined(separator: ", ")))"
  }
}
