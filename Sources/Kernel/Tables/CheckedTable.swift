/// A table each of whose rows has a checksum, by which a bit that has flipped in it is found: `checksum` holds the
/// `fingerprint` of the other columns, a function of storage's connections; NULL is a row that is not checked.
package struct CheckedTable: Sendable {
  package let name: String
  /// The columns by which a row is found.
  package let key: [String]
  /// All columns but those that are derived from others.
  package let columns: [String]

  package init(_ name: String, key: [String], columns: [String]) {
    (self.name, self.key, self.columns) = (name, key, columns)
  }

  /// A statement that inserts a row with its checksum, given the columns in their order.
  package var insert: String {
    let values = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return
      "INSERT INTO \(name) (\(columns.joined(separator: ", ")), checksum) VALUES (\(values), fingerprint(\(values)))"
  }

  /// Whether a row is not what was stored, as an expression: NULL for one that is not checked, which reads as no.
  package var isDamaged: String { "\(name).checksum <> \(fingerprint("\(name)."))" }

  /// The fingerprint of the columns, as an expression.
  package func fingerprint(_ prefix: String) -> String {
    "fingerprint(\(columns.map { prefix + $0 }.joined(separator: ", ")))"
  }
}
