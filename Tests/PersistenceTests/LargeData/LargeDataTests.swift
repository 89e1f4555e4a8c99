import Foundation
import GameKit
import Kernel
import TestSeed
import Testing

@testable import ParlorCore
@testable import Storage

@Suite("Large data")
final class LargeDataTests {
  private let folder: URL
  private let isKept: Bool

  /// `PARLOR_LARGE_DATA` names a folder to be created and kept for a server.
  init() {
    let kept = ProcessInfo.processInfo.environment["PARLOR_LARGE_DATA"]
    isKept = kept != nil
    folder =
      kept.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("parlor-large-\(UUID().uuidString)")
  }

  deinit { if !isKept { try? FileManager.default.removeItem(at: folder) } }

  /// `PARLOR_LARGE_PLAYERS`, `…_MATCHES`, `…_BOARDS` and `…_TAIL` for other sizes: with 100,000, 1,000,000, 10,000 and
  /// 1,000,000 the folder takes a gigabyte and some minutes.
  private let size = LargeFolder.Size(
    players: TestLength.count(short: 300, long: 3000, variable: "PARLOR_LARGE_PLAYERS"),
    matches: TestLength.count(short: 1500, long: 15_000, variable: "PARLOR_LARGE_MATCHES"),
    boards: TestLength.count(short: 40, long: 400, variable: "PARLOR_LARGE_BOARDS"),
    tail: TestLength.count(short: 500, long: 5000, variable: "PARLOR_LARGE_TAIL"))

  @Test("A server with very many players, matches and open boards starts, and first follows a long tail of the log")
  func start() async throws {
    let large = LargeFolder(path: folder.path, size: size)
    try large.make()
    if isKept { return }
    let began = ContinuousClock.now
    let storage = try large.open()
    let state = try storage.load()
    print("read after \(ContinuousClock.now - began)")
    #expect(state.damagedRows == [])
    #expect(state.players.count { !$0.name.hasPrefix("t") } == max(size.players, size.boards + 1))
    #expect(state.rooms.flatMap(\.dayBoards).count == size.boards + 1)
    let copied = try #require(state.players.last { $0.name.hasPrefix("q") })
    #expect(try await storage.answer(to: PlayedQuery(player: copied.id)) == size.matches / size.players)
    // The tables have everything that the log had.
    let practised = try #require(state.players.last { $0.name.hasPrefix("t") })
    #expect(try await !storage.answer(to: HistoryQuery(player: practised.id, limit: 5)).rows.isEmpty)
  }
}

/// The counts of a player's matches.
private struct PlayedQuery: StoredQuery {
  let player: PlayerID

  func answer(from rows: any TableReader) throws(DatabaseError) -> Int? {
    try rows.first("SELECT played FROM tally WHERE player = ?", player.number) { row in row.number() }
  }
}

extension SQLiteStorage {
  fileprivate func answer<Query: StoredQuery>(to query: Query) async throws -> Query.Answer {
    let answers = await withCheckedContinuation { continuation in
      answer([query]) { continuation.resume(returning: $0) }
    }
    return try #require(try answers.first?.get() as? Query.Answer)
  }
}
