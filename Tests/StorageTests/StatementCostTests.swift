import GameKit
import Kernel
import Testing

@testable import ParlorCore
@testable import Storage
@testable import StorageHarness

/// The cost of statements depends on what they find, and not on the number of rows.
@Suite("The cost of statements")
struct StatementCostTests {
  /// A database with the present layout and nothing in it.
  private func database() throws -> Database {
    let database = try Database(path: ":memory:", access: .writing, fileSystem: nil)
    try Schema.prepare(database, sampleDocuments)
    return database
  }

  private static func detail(_ row: inout Columns) -> String {
    for _ in 0..<3 { _ = row.integer() }
    return row.text()
  }

  @Test("Closing a room's earlier rounds reads only those that are open, not all that the room has had")
  func earlierRounds() throws {
    let plan = try database().prepare("EXPLAIN QUERY PLAN " + MatchTable.closeRoundsSQL).all(1, 2, read: Self.detail)
    #expect(plan == ["SEARCH match USING INDEX match_open (room=?)"])
  }
}
