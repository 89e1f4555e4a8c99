import GameKit
import Kernel
import ParlorCore
import Testing
import WireProtocol

@testable import Storage
@testable import StorageHarness

@Suite("Matches that are kept for some days")
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

  @Test("Old ones that are over go with their results and shares, some with each commit")
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
    records += [(1, 21), (2, 219)].map { share, match in
      .shared(
        StoredShare(
          id: share, player: PlayerID(1), game: "wordle", match: match, claim: nil, day: today, won: true, score: 3,
          body: Array("{}".utf8), sharedAt: now))
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
    // Nothing refers to what is gone, and no number is given again.
    let database = try Database(path: folder.database, access: .reading)
    #expect(try database.integer("SELECT count(*) FROM match") == 22)
    #expect(try database.integer("SELECT count(*) FROM result") == 22)
    #expect(try database.integer("SELECT sum(id) FROM share") == 2)
    #expect(try database.integer("SELECT sum(key) FROM document_line WHERE kind = \(ShareDocument.number)") == 2)
    #expect(try database.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    #expect(try database.integer("SELECT seq FROM sqlite_sequence WHERE name = 'match'") == 219)
  }

  private func claim(_ id: Int64, day: Int, sharedAt: Instant) -> DocumentLine {
    .shared(
      StoredShare(
        id: id, player: PlayerID(1), game: "wordle", match: nil, claim: Int(id), day: day, won: true, score: 3,
        body: Array(#"{"text":"🟩"}"#.utf8), sharedAt: sharedAt))
  }

  /// What other programs see of the tables meanwhile.
  private func number(_ sql: String, in folder: TemporaryFolder) throws -> Int64? {
    try Database(path: folder.database, access: .reading).integer(sql)
  }

  @Test("Claimed results that were shared before the time go with their reactions; what is counted for all time stays")
  func claims() async throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path, options: options())
    var records: [DocumentLine] = [.player(.sample(1)), .room(10), .match(match(20, startedAt: now))]
    // A match's share, which stays as long as its match.
    records.append(
      .shared(
        StoredShare(
          id: 1, player: PlayerID(1), game: "wordle", match: 20, claim: nil, day: today, won: true, score: 3,
          body: Array("{}".utf8), sharedAt: old)))
    records += (2...130).map { claim($0, day: today, sharedAt: $0 < 120 ? old : now) }
    records.append(.share(2, .reacted(PlayerID(1), .party)))
    try await storage.store(records)
    try await storage.store([.day(today, keepingFrom: old.adding(milliseconds: 1))])
    // Some with each commit.
    #expect(try number("SELECT count(*) FROM share", in: folder) == 81)
    for _ in 1...3 { try await storage.store([.removed(0)]) }
    #expect(try number("SELECT count(*) FROM share", in: folder) == 12)
    #expect(try number("SELECT count(*) FROM share WHERE id = 1 OR id >= 120", in: folder) == 12)
    #expect(try number("SELECT count(*) FROM reaction", in: folder) == 0)
    #expect(try number("SELECT played FROM claim_standing WHERE period = 0", in: folder) == 129)
    #expect(try number("SELECT seq FROM sqlite_sequence WHERE name = 'share'", in: folder) == 130)
    storage.close()
  }

  @Test("Boards of claimed results keep the present day, week and month, those before them, and all time")
  func claimBoards() async throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path, options: options())
    try await storage.store([.player(.sample(1))])
    try await storage.store((0..<200).map { claim(Int64(1 + $0), day: today - 199 + $0, sharedAt: now) })
    try await storage.store([.day(today)])
    for _ in 1...8 { try await storage.store([.removed(0)]) }
    storage.close()
    let database = try Database(path: folder.database, access: .reading)
    let kept = try database.prepare("SELECT period, count(*) FROM claim_standing GROUP BY period ORDER BY period").all {
      row in [row.integer(), row.integer()]
    }
    #expect(kept == [[0, 1], [1, 2], [2, 2], [3, 2]])
    #expect(try database.integer("SELECT count(*) FROM share") == 200)
    #expect(try database.integer("SELECT played FROM claim_standing WHERE period = 0") == 200)
  }

  @Test("Without a time nothing goes")
  func stays() async throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: options())
    try await storage.store([
      .player(.sample(1)), .room(10), .match(match(20, startedAt: old)), .matchClosed(20), .day(today),
    ])
    try await storage.store([.removed(0)])
    #expect(try await isThere(20, in: storage))
  }
}
