import Kernel
import Testing

@testable import Channel
@testable import ParlorCore
@testable import Storage
@testable import StorageHarness

/// Pages of the channel cost as much as a page, however many results there are.
@Suite("Pages of the channel")
struct ChannelPageTests {
  /// A database with the present layout and nothing in it.
  private func database() throws -> Database {
    let database = try Database(path: ":memory:", access: .writing, fileSystem: nil)
    try Schema.prepare(database, channelDocuments)
    return database
  }

  /// How SQLite would answer a statement: it neither looks at all rows of a table nor sorts any.
  private func expectIndexed(_ plan: [String], _ sql: String) {
    #expect(!plan.isEmpty)
    for step in plan {
      #expect(!step.contains("TEMP B-TREE"), "\(step) in \(sql)")
      let scansTable = step.hasPrefix("SCAN") && !step.contains("USING")
      #expect(!scansTable || step == "SCAN share", "\(step) in \(sql)")
    }
  }

  private static func detail(_ row: inout Columns) -> String {
    for _ in 0..<3 { _ = row.integer() }
    return row.text()
  }

  @Test("A page of a leaderboard of claims is read from an index, in order")
  func boards() throws {
    let database = try database()
    let plan = try database.prepare("EXPLAIN QUERY PLAN " + ClaimBoardQuery.sql)
      .all("wordle", 1, 0, 1, 20, read: Self.detail)
    expectIndexed(plan, "leaderboard")
    #expect(plan.first?.hasPrefix("SEARCH") == true, "\(plan)")
  }

  @Test("A page of the channel is read from an index in its order, or backwards from the newest share")
  func channel() throws {
    let database = try database()
    for page in SharesQuery.Order.allCases {
      let plan = try database.prepare("EXPLAIN QUERY PLAN " + page.sql)
        .all(1, Int64.max, "wordle", 324, 7, 20, read: Self.detail)
      expectIndexed(plan, page.sql)
    }
  }
}
