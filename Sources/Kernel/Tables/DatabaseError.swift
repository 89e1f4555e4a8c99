/// Why the database refused a statement: its extended code and its message.
///
/// Codes: <https://www.sqlite.org/rescode.html>.
public struct DatabaseError: Error, Hashable, Sendable {
  /// The extended result code.
  package let code: Int32
  /// The database's message, such as `database or disk is full`.
  package let message: String

  package init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// The code for a contradiction of stored data (`SQLITE_CONSTRAINT`).
  package static let conflictCode: Int32 = 19

  /// The error of a fact that contradicts stored data.
  package static func conflict(_ message: String) -> DatabaseError {
    DatabaseError(code: conflictCode, message: message)
  }
}
