import GameKit
import Kernel
import Storage
import Testing

@testable import ParlorCore
@testable import StorageHarness

@Suite("The history of a player")
struct HistoryTests {
  private func stored(_ days: String) async throws -> SQLiteStorage {
    let storage = try SQLiteStorage(folder: ":memory:", options: options())
    try await storage.store([.room(1), .player(.sample(1))])
    try await storage.store(days: days, player: 1)
    return storage
  }

  @Test("The number of a forgotten player is not assigned again")
  func numbers() async throws {
    let storage = try await stored("")
    try await storage.store([
      .player(.sample(70)), .match(.sample(80, player: 70)), .playerForgotten(PlayerID(70)), .room(90),
    ])
    #expect(try storage.load().lastNumber == 90)
    try await storage.store([.roomClosed(90, lastSeq: 0)])
    #expect(try storage.load().lastNumber == 90)
    let other = try await stored("")
    try await other.store([.player(.sample(70)), .match(.sample(80, player: 70)), .playerForgotten(PlayerID(70))])
    #expect(try other.load().lastNumber == 80)
  }

  @Test("History is paged by the time of finishing, the latest first, for one game or all")
  func history() async throws {
    let storage = try await stored("wwwww")
    // Begun before all others, and finished at the moment of match 103.
    var late = StoredResult.sample(50, player: 1, day: today - 9)
    late.finishedAt = Instant(milliseconds: 1035)
    try await storage.store([.match(.sample(50, day: today - 9)), .finished(late, told: nil)])
    var other = StoredResult.sample(900, player: 1, mode: "race")
    other.game = "chess"
    try await storage.store([.match(.sample(900, mode: "race", day: nil)), .finished(other, told: nil)])
    func page(_ game: String?, _ before: Int64?, _ limit: Int) async throws -> ([Int64], Bool)? {
      let page = try await storage.answer(
        HistoryQuery(player: PlayerID(1), game: game, before: before, limit: limit))
      return (page.rows.map(\.match), page.more)
    }
    for (game, before, limit, matches, more) in [
      (nil, nil, 2, [900, 104], true), ("wordle", nil, 2, [104, 103], true), ("wordle", 103, 2, [50, 102], true),
      ("wordle", 50, 2, [102, 101], true), (nil, 50, 1, [102], true), ("wordle", 101, 2, [100], false),
      (nil, 100, 2, [], false), (nil, 77, 2, [], false), ("chess", nil, 5, [900], false), (nil, nil, 0, [], true),
      (nil, nil, -7, [], true), (nil, nil, .max, [900, 104, 103, 50, 102, 101, 100], false),
    ] as [(String?, Int64?, Int, [Int64], Bool)] {
      let found = try #require(try await page(game, before, limit))
      #expect(found.0 == matches)
      #expect(found.1 == more)
    }
  }
}
