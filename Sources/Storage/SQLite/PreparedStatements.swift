internal import Kernel

/// The statements of a connection by their texts, each prepared when it is first needed.
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
