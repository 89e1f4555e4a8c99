internal import Kernel

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
