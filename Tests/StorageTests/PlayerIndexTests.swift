import GameKit
import Kernel
import ParlorCore
import TestSeed
import Testing
import WireProtocol

@testable import Storage
@testable import StorageHarness

@Suite("Index tables of players")
struct PlayerIndexTests {
  private static func fact(_ number: Int, _ generator: inout SeededGenerator) -> PlayerFact {
    switch generator.number(below: 8) {
    case 0, 1: .named("Name \(number)")
    case 7: .nicknamed("guest-Name-\(number)")
    case 2: .markedAsBot
    case 3: .visited(now.adding(milliseconds: Int64(number)))
    case 4: .tokenGiven(SHA256.hash("\(number)".utf8))
    case 5: .tokensEnded
    default: .themeChosen(.light)
    }
  }

  private func rows(of folder: TemporaryFolder) throws -> [String] {
    let database = try Database(path: folder.database, access: .reading)
    return try database.prepare("SELECT id, name, folded, is_guest, is_bot, has_token, seen_at FROM player ORDER BY id")
      .all { row in
        let (id, name, folded) = (row.integer(), row.text(), row.text())
        return "\(id) \(name) \(folded) \((0..<4).map { _ in row.integer() })"
      }
  }

  @Test("Following fact by fact equals rebuilding from snapshots")
  func rebuilt() async throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    let (folder, anew) = (TemporaryFolder(), TemporaryFolder())
    let storage = try SQLiteStorage(folder: folder.path, options: options())
    try await storage.store((1...6).map { .player(.sample($0, name: "guest-\($0)", isGuest: true)) })
    for number in 1...200 {
      let player = PlayerID(Int64(1 + generator.number(below: 6)))
      try await storage.store([.player(player, Self.fact(number, &generator))])
    }
    let players = try storage.load().players
    #expect(players.count == 6)
    let other = try SQLiteStorage(folder: anew.path, options: options())
    try await other.store(players.map { .player($0) })
    _ = try other.load()
    #expect(try rows(of: folder) == rows(of: anew), "seed \(seed)")
    for storage in [storage, other] { storage.close() }
  }
}
