import GameKit
import Kernel
import ParlorCore
import Testing
import WireProtocol

@testable import Channel
@testable import Storage
@testable import StorageHarness

@Suite("Retention of shared results")
struct ShareRetentionTests {
  private let old = Instant(milliseconds: 1_000)

  @Test("A result is deleted with its match, and its document too")
  func matches() async throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path, options: options(documents: channelDocuments))
    var records: [DocumentLine] = [.player(.sample(1)), .room(10)]
    for number in [20, 21] as [Int64] {
      var match = StoredMatch.sample(number, room: 10, player: 1)
      match.startedAt = number == 20 ? old : now
      records += [.match(match), .finished(.sample(number, player: 1), told: nil), .matchClosed(number)]
      records.append(
        .shared(
          StoredShare(
            id: number - 19, player: PlayerID(1), game: "wordle", match: number, claim: nil, day: today, won: true,
            score: 3, content: ShareBody(text: ""), sharedAt: now)))
    }
    try await storage.store(records)
    try await storage.store([.day(today, keepingFrom: old.adding(milliseconds: 1))])
    #expect(try number("SELECT sum(id) FROM share", in: folder) == 2)
    #expect(
      try number("SELECT sum(key) FROM document_line WHERE kind = \(ShareDocument.number)", in: folder) == 2)
    storage.close()
  }

  private func claim(_ id: Int64, day: Int, sharedAt: Instant) -> DocumentLine {
    .shared(
      StoredShare(
        id: id, player: PlayerID(1), game: "wordle", match: nil, claim: Int(id), day: day, won: true, score: 3,
        content: ShareBody(text: "🟩"), sharedAt: sharedAt))
  }

  /// What other programs see of the tables meanwhile.
  private func number(_ sql: String, in folder: TemporaryFolder) throws -> Int64? {
    try Database(path: folder.database, access: .reading).integer(sql)
  }

  @Test("Claimed results before the limit are deleted with their reactions; all-time counts stay")
  func claims() async throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path, options: options(documents: channelDocuments))
    var records: [DocumentLine] = [.player(.sample(1)), .room(10), .match(.sample(20, room: 10, player: 1))]
    // A match's share, which stays as long as its match.
    records.append(
      .shared(
        StoredShare(
          id: 1, player: PlayerID(1), game: "wordle", match: 20, claim: nil, day: today, won: true, score: 3,
          content: ShareBody(text: ""), sharedAt: old)))
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

  @Test("Leaderboards of claims keep the present and previous day, week and month, and all time")
  func claimBoards() async throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path, options: options(documents: channelDocuments))
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
}
