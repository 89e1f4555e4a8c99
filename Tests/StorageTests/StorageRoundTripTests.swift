import GameKit
import Kernel
import Storage
import Testing

@testable import ParlorCore
@testable import StorageHarness

@Suite("Round trips through storage")
struct StorageRoundTripTests {
  /// One of everything, with every optional value present and absent.
  private let records: [DocumentLine] = [
    .player(.sample(1)), .player(.sample(2, name: "guest-1f4a", isGuest: true)), .player(.sample(3, isBot: true)),
    .room(10, body: #"{"owner":1}"#), .room(11),
    .match(.sample(20, room: 10, player: 1)), .match(.sample(21, room: 10, mode: "race", day: nil, round: 3)),
    .moved(.sample(20, 0, player: 1, moveID: "m\u{0}1"), told: nil), .moved(.sample(20, 1, player: 1), told: nil),
    .moved(.sample(21, 0, player: 2), told: nil),
    .finished(.sample(20, player: 1), told: nil),
    .finished(.sample(21, player: 2, mode: "race", won: false, isRanked: false), told: nil),
    .event(10, 1), .event(10, 2), .event(10, 3), .event(10, 4),
    .added(1), .added(2), .removed(1),
  ]

  @Test("Every record is read back complete, before and after a restart")
  func everyRecord() async throws {
    let folder = TemporaryFolder()
    var expected = StoredState(
      lastNumber: 21,
      players: [.sample(1), .sample(2, name: "guest-1f4a", isGuest: true), .sample(3, isBot: true)],
      rooms: [
        StoredRoomState(
          10, [.room(10, body: #"{"owner":1}"#)] + events(10, 1...4),
          matches: [
            StoredMatchHistory(
              match: .sample(20, room: 10, player: 1), isOpen: true,
              moves: [.sample(20, 0, player: 1, moveID: "m\u{0}1"), .sample(20, 1, player: 1)], names: [:],
              results: [.sample(20, player: 1)]),
            StoredMatchHistory(
              match: .sample(21, room: 10, mode: "race", day: nil, round: 3), isOpen: true,
              moves: [.sample(21, 0, player: 2)], names: [:],
              results: [.sample(21, player: 2, mode: "race", won: false, isRanked: false)]),
          ]),
        StoredRoomState(11, [.room(11)]),
      ], finishedDays: [.init(game: "wordle", day: today, player: PlayerID(1))])
    expected.lines = [.added(2)]
    do {
      let storage = try SQLiteStorage(folder: folder.path, options: options())
      #expect(!storage.isVolatile)
      try await storage.store(records)
      #expect(try lines(of: storage.loadWhole()) == lines(of: expected))
      #expect(
        try storage.rooms([11, 99, 10]).flatMap { lines(of: $0) } == [1, 0].flatMap { lines(of: expected.rooms[$0]) })
    }
    let reopened = try SQLiteStorage(folder: folder.path, options: options())
    #expect(try lines(of: reopened.loadWhole()) == lines(of: expected))
  }

  @Test("Data in memory reads like data on disk and is gone with its storage")
  func memory() async throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: options())
    #expect(storage.isVolatile)
    try await storage.store(records)
    #expect(try storage.load().players.count == 3)
    #expect(try SQLiteStorage(folder: ":memory:", options: options()).load().players.isEmpty)
  }

  @Test("Storing a player again replaces its row")
  func replacing() async throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: options())
    try await storage.store([.player(.sample(1, name: "guest-1f4a", isGuest: true))])
    try await storage.store([.player(.sample(1, name: "ana"))])
    #expect(try storage.load().players == [.sample(1, name: "ana")])
  }

  @Test("Epoch and secret are created once and kept")
  func identity() throws {
    let folder = TemporaryFolder()
    let first = try SQLiteStorage(folder: folder.path, options: options())
      .identity { count in (0..<count).map { UInt8($0 + 0xa0) } }
    #expect(first.epoch == "a0a1a2")
    #expect(first.seasonSecret.count == 32)
    let second = try SQLiteStorage(folder: folder.path, options: options()).identity { _ in [] }
    #expect(second == first)
  }
}
