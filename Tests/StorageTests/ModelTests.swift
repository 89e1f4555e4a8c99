import GameKit
import Kernel
import Storage
import Testing
import WireProtocol

@testable import ParlorCore
@testable import StorageHarness

@Suite("Random batches")
struct ModelTests {
  @Test(
    "Storage answers as a simple model does, also after it is reopened", arguments: 1...12 as ClosedRange<UInt64>)
  func agrees(_ seed: UInt64) async throws {
    let folder = TemporaryFolder()
    var play = RandomPlay(seed: seed)
    for _ in 0..<4 {
      let day = play.day
      let storage = try SQLiteStorage(
        folder: folder.path,
        options: options(documents: sampleDocuments(keepingEvents: 8)) { $0.today = day })
      #expect(try lines(of: storage.loadWhole(), window: 8) == lines(of: play.model.state(today: day), window: 8))
      try await compare(storage, play)
      for _ in 0..<25 {
        try await storage.store(play.batch())
        if play.generator.number(below: 6) == 0 { play.day += 1 + play.generator.number(below: 3) }
        if play.generator.number(below: 8) == 0 { try await compare(storage, play) }
      }
    }
  }

  private func compare(_ storage: SQLiteStorage, _ play: RandomPlay) async throws {
    let model = play.model
    let state = model.state(today: play.day)
    let rooms = try storage.rooms(model.rooms.keys.sorted())
    for (found, expected) in zip(rooms, state.rooms) {
      #expect(lines(of: found, window: 8) == lines(of: expected, window: 8))
    }
    #expect(rooms.count == state.rooms.count)
    for player in model.players.keys.sorted() + [PlayerID(99_999)] {
      let history = try await storage.answer(HistoryQuery(player: player, limit: 7)).rows
      #expect(history == model.history(of: player, limit: 7))
      try await compareDocument(storage, model, of: player)
    }
  }
}

extension ModelTests {
  private func compareDocument(_ storage: SQLiteStorage, _ model: Model, of player: PlayerID) async throws {
    let id = DocumentID(kind: OwnedDocument.number, key: player.number)
    let found = try await storage.document(id)
    let own = model.lines.filter { $0.document == id }.map(\.bytes)
    let expected = DocumentForm(OwnedDocument.self).fold(own, id.key).state
    #expect(found as? [Int: String] == expected as? [Int: String])
  }
}
