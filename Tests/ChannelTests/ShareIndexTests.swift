import GameKit
import Kernel
import TestSeed
import Testing
import WireProtocol

@testable import Channel
@testable import ParlorCore
@testable import Storage
@testable import StorageHarness

@Suite("Index tables of shared results")
struct ShareIndexTests {
  private static let players = (1...5).map { PlayerID(Int64($0)) }

  /// Everything that is asked of shared results.
  private func answers(_ storage: SQLiteStorage) async throws -> [String] {
    var found: [String] = []
    let page = SharesQuery(filter: ShareFilter(), before: nil, limit: 100, viewer: Self.players[0])
    found += try await storage.answer(page).rows.map { seen in
      let counts = seen.reactions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      return "\(seen.share) \(seen.name) \(counts) \(seen.own ?? "")"
    }
    for bots in [false, true] {
      let board = ClaimBoardQuery(game: "wordle", period: .all, today: today, bots: bots, limit: 10)
      found.append(String(describing: try await storage.answer(board)))
    }
    for player in Self.players {
      let claim = ClaimQuery(player: player, game: "wordle", puzzle: 2, today: today)
      found.append(String(describing: try await storage.answer(claim)))
    }
    return found
  }

  private func state(of share: Int64, in storage: SQLiteStorage) async throws -> ShareDocument.State {
    let state = try await storage.document(DocumentID(kind: ShareDocument.number, key: share))
    return try #require(state as? ShareDocument.State)
  }

  /// A fact that the core may emit, given what has happened.
  private func fact(
    _ shares: inout [Int64: StoredShare], _ last: inout Int64, _ generator: inout SeededGenerator
  ) -> DocumentLine? {
    let player = Self.players[generator.number(below: Self.players.count)]
    let known = shares.keys.sorted()
    let share = known.isEmpty ? nil : known[generator.number(below: known.count)]
    switch generator.number(below: 8) {
    case 0...1:
      let puzzle = 1 + generator.number(below: 40)
      guard !shares.values.contains(where: { $0.player == player && $0.claim == puzzle }) else { return nil }
      last += 1
      let new = StoredShare(
        id: last, player: player, game: "wordle", match: nil, claim: puzzle, day: today, won: puzzle % 3 > 0,
        score: puzzle % 7, content: ShareBody(text: "🟩"), sharedAt: now)
      shares[last] = new
      return .shared(new)
    case 2:
      guard let share else { return nil }
      shares[share] = nil
      return .share(share, .withdrawn)
    case 3: return share.map { .share($0, .reacted(player, nil)) }
    default: return share.map { .share($0, .reacted(player, Reaction.allCases[generator.number(below: 6)])) }
    }
  }

  @Test("Following fact by fact equals rebuilding from snapshots, also after a player is forgotten")
  func rebuilt() async throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    let storage = try SQLiteStorage(folder: ":memory:", options: options(documents: channelDocuments))
    let players = Self.players.map { DocumentLine.player(.sample($0.number)) }
    try await storage.store(players)
    var (shares, last): ([Int64: StoredShare], Int64) = ([:], 0)
    for _ in 0..<400 {
      if let record = fact(&shares, &last, &generator) { try await storage.store([record]) }
    }
    try await storage.store([.playerForgotten(Self.players[4])])
    shares = shares.filter { $0.value.player != Self.players[4] }
    let other = try SQLiteStorage(folder: ":memory:", options: options(documents: channelDocuments))
    try await other.store(players + [.playerForgotten(Self.players[4])])
    for share in 1...last {
      let state = try await state(of: share, in: storage)
      #expect(state.share == shares[share], "seed \(seed)")
      let facts = ShareDocument.pack(state)
      #expect(!facts.contains { if case .reacted(Self.players[4], _) = $0 { true } else { false } }, "seed \(seed)")
      try await other.store(facts.map { .share(share, $0) })
    }
    #expect(shares.count > 10, "seed \(seed)")
    #expect(try await answers(storage) == answers(other), "seed \(seed)")
  }

  @Test("The lines have nothing of a withdrawn result, and nothing of a forgotten player")
  func leavesNothing() async throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path, options: options(documents: channelDocuments))
    try await storage.store(Self.players.map { .player(.sample($0.number)) })
    for (id, player) in [(1, 1), (2, 2), (3, 1)] as [(Int64, Int64)] {
      try await storage.store([
        .shared(
          StoredShare(
            id: id, player: PlayerID(player), game: "wordle", match: nil, claim: Int(id), day: today, won: true,
            score: 3, content: ShareBody(text: ""), sharedAt: now)),
        .share(id, .reacted(PlayerID(3), .heart)), .share(id, .reacted(PlayerID(4), .fire)),
      ])
    }
    try await storage.store([.share(1, .withdrawn)])
    try await storage.store([.playerForgotten(PlayerID(2)), .playerForgotten(PlayerID(4))])
    // The tables have followed once a question is answered.
    #expect(try await state(of: 1, in: storage).share == nil)
    let database = try Database(path: folder.database, access: .reading)
    let lines = try database.prepare(
      "SELECT key, line FROM document_line WHERE kind = \(ShareDocument.number) ORDER BY key, number"
    ).all { row in
      "\(row.integer()) \(String(decoding: row.bytes(), as: UTF8.self))"
    }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("3 ") && !$0.contains(#""player":4"#) }, "\(lines)")
    storage.close()
  }
}
