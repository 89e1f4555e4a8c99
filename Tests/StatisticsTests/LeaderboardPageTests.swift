import Kernel
import Testing

@testable import ParlorCore
@testable import Statistics
@testable import Storage
@testable import StorageHarness

/// Pages of boards cost as much as a page, however many players there are.
@Suite("Pages of leaderboards")
struct LeaderboardPageTests {
  @Test("A page is read from an index, in order")
  func plan() throws {
    let database = try Database(path: ":memory:", access: .writing, fileSystem: nil)
    try Schema.prepare(database, sampleDocuments + Statistics.documents)
    let plan = try database.prepare("EXPLAIN QUERY PLAN " + LeaderboardQuery.sql)
      .all("wordle", "daily", 1, 0, 1, 20) { row in
        for _ in 0..<3 { _ = row.integer() }
        return row.text()
      }
    #expect(plan.first?.hasPrefix("SEARCH") == true, "\(plan)")
    #expect(plan.allSatisfy { !$0.contains("TEMP B-TREE") && !$0.hasPrefix("SCAN") }, "\(plan)")
  }

  @Test("A leaderboard of very many players is exact")
  func many() async throws {
    let players = 2_000
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path, options: statisticsOptions)
    var records: [DocumentLine] = [.room(1)]
    for number in 2..<Int64(players + 2) {
      let tries = 1 + Int(number % 6)
      records += [
        .player(.sample(number)), .match(.sample(number + 1_000_000, player: number)),
        .finished(.sample(number + 1_000_000, player: number, tries: tries), told: nil),
      ]
      guard records.count > 20_000 else { continue }
      try await storage.store(records)
      records = []
    }
    try await storage.store(records)
    let best = try await storage.board(.week, on: today, bots: false, limit: 20)
    #expect(best == (1...20).map { "Player \($0 * 6) 1/1 6" })
  }
}
