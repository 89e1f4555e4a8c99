/// Why the database refused a statement: its extended code and its own words.
///
/// Codes: <https://www.sqlite.org/rescode.html>.
public struct DatabaseError: Error, Hashable, Sendable {
  /// The extended result code.
  package let code: Int32
  /// What the database says, such as `database or disk is full`.
  package let message: String

  package init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// The code of what contradicts what is stored (`SQLITE_CONSTRAINT`).
  package static let conflictCode: Int32 = 19

  /// A fact contradicts what is stored.
  package static func conflict(_ message: String) -> DatabaseError {
    DatabaseError(code: conflictCode, message: message)
  }
}
