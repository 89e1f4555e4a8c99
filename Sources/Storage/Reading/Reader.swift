internal import GameKit
internal import ParlorCore

/// Answers queries.
final class Reader {
  private let matches: MatchReading

  init(_ database: Database, lossTries: [String: Int]) throws(SQLiteError) {
    matches = try MatchReading(database)
  }

  /// One answer for each query, in the same order.
  func answers(to queries: [Query]) -> [QueryAnswer] { [] }
}
