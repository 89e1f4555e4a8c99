import GameKit
import Kernel
import ParlorCore
import Testing
import WireProtocol

@testable import Storage
@testable import StorageHarness

@Suite("Retention of matches")
struct RetentionTests {
  private let old = Instant(milliseconds: 1_000)

  private func match(_ number: Int64, startedAt: Instant) -> StoredMatch {
    var match = StoredMatch.sample(number, room: 10, player: 1)
    match.startedAt = startedAt
    return match
  }

  private func isThere(_ number: Int64, in storage: SQLiteStorage) async throws -> Bool {
    try await storage.match(number) != nil
  }

  @Test("Old finished matches are deleted with their results, some with each commit")
  func goes() async throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path, options: options())
    var records: [DocumentLine] = [.player(.sample(1)), .room(10)]
    for number in 20..<220 as Range<Int64> {
      records += [
        .match(match(number, startedAt: number < 200 ? old : now)), .moved(.sample(number, 0, player: 1), told: nil),
        .finished(.sample(number, player: 1), told: nil),
      ]
      // The first and the last of the old ones are still open.
      if number != 20, number != 199 { records.append(.matchClosed(number)) }
    }
    try await storage.store(records)
    let before = try lines(of: storage.loadWhole())
    try await storage.store([.day(today, keepingFrom: old.adding(milliseconds: 1))])
    #expect(try await !isThere(21, in: storage))
    #expect(try await isThere(198, in: storage))
    for _ in 1...5 { try await storage.store([.removed(0)]) }
    for number in [20, 199, 200, 219] as [Int64] { #expect(try await isThere(number, in: storage), "\(number)") }
    for number in [21, 100, 198] as [Int64] { #expect(try await !isThere(number, in: storage), "\(number)") }
    #expect(
      try lines(of: storage.loadWhole()) == before)
    storage.close()
    // Nothing refers to deleted rows, and no number is reused.
    let database = try Database(path: folder.database, access: .reading)
    #expect(try database.integer("SELECT count(*) FROM match") == 22)
    #expect(try database.integer("SELECT count(*) FROM result") == 22)
    #expect(try database.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    #expect(try database.integer("SELECT seq FROM sqlite_sequence WHERE name = 'match'") == 219)
  }

  @Test("Without a retention time nothing is deleted")
  func stays() async throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: options())
    try await storage.store([
      .player(.sample(1)), .room(10), .match(match(20, startedAt: old)), .matchClosed(20), .day(today),
    ])
    try await storage.store([.removed(0)])
    #expect(try await isThere(20, in: storage))
  }
}
