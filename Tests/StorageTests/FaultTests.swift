import CFaultyVFS
import GameKit
import Kernel
import Storage
import Testing

@testable import ParlorCore
@testable import StorageHarness

@Suite("A disk that fails")
struct FaultTests {
  private func open(
    _ folder: TemporaryFolder, on disk: FaultyDisk? = nil
  ) throws(StorageFailure) -> SQLiteStorage {
    try SQLiteStorage(
      folder: folder.path, options: options { $0.durability = .power }, fileSystem: disk?.name)
  }

  /// A batch of several records, of which a half could be stored.
  private func batch(_ number: Int64) -> [DocumentLine] {
    [
      .player(.sample(number)), .match(.sample(1_000 + number, player: number)),
      .moved(.sample(1_000 + number, 0, player: number), told: nil),
      .finished(.sample(1_000 + number, player: number), told: nil),
      .event(1, Int(number)),
    ]
  }

  @Test(
    "At any failure a batch is stored completely or not at all, nothing acknowledged is lost, and storing resumes",
    arguments: [FaultyDisk.Fault.full, .writeError, .syncError, .readOnly])
  func everyPlace(_ fault: FaultyDisk.Fault) async throws {
    let folder = TemporaryFolder()
    let disk = try FaultyDisk()
    var stored: Set<Int64> = []
    var refused = 0
    do {
      let storage = try open(folder, on: disk)
      try await storage.store([.room(1)])
      for number in Int64(1)...60 {
        disk.fail(fault, after: fault.isRare ? Int(number) % 4 : Int(number))
        do {
          try await storage.store(batch(number))
          stored.insert(number)
        } catch {
          refused += 1
          #expect(error.message.hasPrefix("nothing can be stored in \(folder.path): "))
        }
        disk.mend()
        #expect(try Set(storage.rooms([1])[0].seqs) == Set(stored.map(Int.init)))
        guard !stored.contains(number) else { continue }
        // A failed batch is submitted again.
        #expect(try await storage.store(batch(number)) == [])
        stored.insert(number)
      }
      #expect(try lines(of: storage.loadWhole()) == lines(of: whole(stored)))
    }
    #expect(refused > 0 && !stored.isEmpty)
    #expect(disk.failures > 0)
    #expect(try lines(of: open(folder).loadWhole()) == lines(of: whole(stored)))
  }

  private func whole(_ stored: Set<Int64>) -> StoredState {
    let numbers = stored.sorted()
    return StoredState(
      lastNumber: 1_000 + (numbers.last ?? -999), players: numbers.map { .sample($0) },
      rooms: [
        StoredRoomState(
          1, [.room(1)] + numbers.map { .event(1, Int($0)) },
          matches: numbers.map {
            StoredMatchHistory(
              match: .sample(1_000 + $0, player: $0), isOpen: true, moves: [.sample(1_000 + $0, 0, player: $0)],
              names: [:], results: [.sample(1_000 + $0, player: $0)])
          })
      ], finishedDays: numbers.map { .init(game: "wordle", day: today, player: PlayerID($0)) })
  }

  @Test("Facts that break a constraint are dropped and named with those that depend on them, and the rest is stored")
  func brokenRule() async throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: options())
    try await storage.store([.room(1), .event(1, 1)])
    let telling = StoredTelling(room: 1, seq: 2, body: Array("{}".utf8))
    let refused = try await storage.store([
      .player(.sample(5)), .moved(.sample(77, 0, player: 5), told: telling),
      .moved(.sample(77, 1, player: 5), told: nil),
      .player(.sample(6)), .event(1, 3),
    ])
    #expect(refused.map(\.subject) == [.match(77)])
    #expect(refused.allSatisfy { $0.message.hasPrefix("it does not go with what is stored: ") })
    #expect(try storage.load().players == [.sample(5), .sample(6)])
    // The room's later events depend on its number.
    #expect(try storage.load().rooms[0].lines.count == 4)
    #expect(try await storage.store([.moved(.sample(77, 2, player: 5), told: nil), .player(.sample(7))]) == [])
    #expect(try storage.load().players.count == 3)
  }

  @Test("A second result of one player is dropped with its match, also next to other players' results")
  func secondResult() async throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: options())
    try await storage.store([
      .player(.sample(5)), .room(1), .match(.sample(20, player: 5)), .match(.sample(21, player: 5)),
      .moved(.sample(20, 0, player: 5), told: nil), .moved(.sample(20, 1, player: 5), told: nil),
      .finished(.sample(20, player: 5), told: nil),
    ])
    let refused = try await storage.store([
      .moved(.sample(20, 2, player: 5), told: nil), .moved(.sample(21, 0, player: 5), told: nil),
      .finished(.sample(20, player: 5), told: nil), .match(.sample(22, player: 5)),
      .match(.sample(22, player: 5)), .finished(.sample(23, player: 5), told: nil),
    ])
    #expect(Set(refused.map(\.subject)) == [.match(20), .match(22), .match(23)])
    let found = try storage.rooms([1])[0]
    #expect(found.matches.map(\.match.id) == [20, 21])
    #expect(found.matches.map(\.moves.count) == [2, 1])
    #expect(found.matches.map(\.results.count) == [1, 0])
  }

  @Test("An unreadable query result is an error, and does not undo what was committed with the query")
  func unreadable() async throws {
    let folder = TemporaryFolder()
    let disk = try FaultyDisk()
    do {
      let storage = try open(folder)
      try await storage.store([.room(1)])
      for number in Int64(1)...300 { try await storage.store(batch(number)) }
    }
    let storage = try open(folder, on: disk)
    // These pages were not read on the reading connection yet.
    disk.fail(.init("an I/O error on reading", [FAULTY_READ], 266))
    let answers = await withCheckedContinuation { continuation in
      storage.answer([HistoryQuery(player: PlayerID(1), limit: 5)]) {
        continuation.resume(returning: $0)
      }
    }
    guard case .failure = answers.first else {
      Issue.record("answered although nothing can be read: \(answers)")
      return
    }
    disk.mend()
    #expect(try await storage.answer(HistoryQuery(player: PlayerID(1), limit: 5)).rows == [.sample(1_001, player: 1)])
  }
}
