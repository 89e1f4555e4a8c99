import GameKit
import Kernel
import Storage
import Testing

@testable import ParlorCore
@testable import Statistics
@testable import StorageHarness

/// What a storage with statistics is opened with.
let statisticsOptions = options(documents: sampleDocuments + Statistics.documents)

@Suite("Statistics, leaderboards and comparisons")
struct StatisticsTableTests {
  /// Dailies of one player as text: a letter a day up to today, `w` solved, `l` lost, `.` not played.
  private func stored(_ days: String, for player: Int64 = 1) async throws -> SQLiteStorage {
    let storage = try SQLiteStorage(folder: ":memory:", options: statisticsOptions)
    try await storage.store([.room(1), .player(.sample(player))])
    try await storage.store(days: days, player: player)
    return storage
  }

  @Test(
    "A streak is alive while its last day is today or yesterday, and ends when today is lost",
    arguments: [
      ("", 0, 0), ("w", 1, 1), ("www", 3, 3), ("ww.", 2, 2), ("ww..", 0, 2), ("wwl", 0, 2), ("wwlw", 1, 2),
      ("www.w", 1, 3), ("l", 0, 0), ("lw.", 1, 1), ("wl.", 0, 1), ("w.w.w", 1, 1), ("wwww.ww", 2, 4),
    ])
  func streak(_ days: String, _ streak: Int, _ best: Int) async throws {
    let statistics = try await stored(days).statistics(of: 1)
    #expect(statistics.streak == streak)
    #expect(statistics.bestStreak == best)
    #expect(statistics.played == days.count { $0 != "." })
    #expect(statistics.won == days.count { $0 == "w" })
  }

  @Test("Two dailies of one day count once, and one solved is enough")
  func twice() async throws {
    let storage = try await stored("ww")
    try await storage.store([
      .match(.sample(900, player: 1)), .finished(.sample(900, player: 1), told: nil),
      .match(.sample(901, player: 1)), .finished(.sample(901, player: 1, won: false), told: nil),
    ])
    #expect(try await storage.statistics(of: 1).streak == 2)
  }

  @Test("Only ranked results count, and only dailies make streaks")
  func ranked() async throws {
    let storage = try await stored("")
    try await storage.store([
      .match(.sample(1, day: today, player: 1)), .finished(.sample(1, player: 1, isRanked: false), told: nil),
      .match(.sample(2, mode: "race", day: nil)), .finished(.sample(2, player: 1, mode: "race"), told: nil),
    ])
    let statistics = try await storage.statistics(of: 1)
    #expect(statistics.played == 1)
    #expect(statistics.streak == 0)
    #expect(try await storage.board(.all, mode: "race") == ["Player 1 1/1 3"])
    #expect(try await storage.board(.all) == [])
  }

  @Test("A board that was given up counts as played and lost, and is no line of the history")
  func givenUp() async throws {
    let storage = try await stored("")
    var lost = StoredResult.sample(2, player: 1, mode: "race", won: false)
    lost.score = 0
    try await storage.store([
      .match(.sample(2, mode: "race", day: nil, player: 1)), MatchDocument.line(.givenUp(lost), of: 2),
    ])
    let statistics = try await storage.statistics(of: 1)
    #expect(statistics.played == 1 && statistics.won == 0)
    #expect(try await storage.board(.all, mode: "race") == ["Player 1 0/1 0"])
    #expect(try await storage.answer(HistoryQuery(player: PlayerID(1), limit: 5)).rows == [])
  }

  @Test("A place in a week takes three games; players with fewer come after")
  func leastGames() async throws {
    let storage = try await stored("")
    try await storage.store(days: "www", player: 1, from: 10, tries: 4)
    try await storage.store(days: "w", player: 2, from: 20, tries: 1)
    try await storage.store([.player(.sample(2))])
    #expect(try await storage.board(.week) == ["Player 1 3/3 9", "Player 2 1/1 6"])
    #expect(try await storage.board(.day) == ["Player 2 1/1 6", "Player 1 1/1 3"])
  }

  @Test("Deleting old matches keeps what they counted")
  func retention() async throws {
    let storage = try await stored("wwl")
    let counted = try await storage.statistics(of: 1)
    try await storage.store([100, 101, 102].map { .matchClosed($0) })
    try await storage.store([.day(today, keepingFrom: now)])
    try await storage.store([.removed(0)])
    #expect(try await storage.match(100) == nil)
    #expect(try await storage.statistics(of: 1) == counted)
    #expect(counted.played == 3)
  }

  @Test("Practice counts on a leaderboard of its own")
  func modes() async throws {
    let storage = try await stored("w")
    try await storage.store([
      .match(.sample(2, mode: "practice", day: nil)),
      .finished(.sample(2, player: 1, mode: "practice", tries: 1), told: nil),
    ])
    #expect(try await storage.board(.day) == ["Player 1 1/1 3"])
    #expect(try await storage.board(.day, mode: "practice") == ["Player 1 1/1 6"])
    #expect(try await storage.board(.day, mode: "race") == [])
  }

  @Test("The average number of tries counts solved puzzles only: a loss alone has none")
  func average() async throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: statisticsOptions)
    try await storage.store([.room(1)])
    for (id, tries, expected) in [(Int64(1), nil, nil), (2, 2, 2.0), (3, 4, 3.0)] as [(Int64, Int?, Double?)] {
      try await storage.store([
        .match(.sample(id, mode: "race", day: nil)),
        .finished(.sample(id, player: 1, mode: "race", tries: tries, won: tries != nil), told: nil),
      ])
      #expect(try await storage.statistics(of: 1).average == expected)
    }
    #expect(try await storage.statistics(of: 1).distribution == [2: 1, 4: 1])
    let nobody = try await stored("").statistics(of: 9)
    #expect(nobody == PlayerStatistics())
  }

  @Test("Leaderboards have people or bots, never guests; a guest who takes a name keeps what was counted")
  func kinds() async throws {
    let storage = try await stored("w")
    try await storage.store([
      .player(.sample(2, isBot: true)), .player(.sample(3, name: "guest-1f4a", isGuest: true)),
    ])
    try await storage.store(days: "w", player: 2, from: 50, tries: 1)
    try await storage.store(days: "w", player: 3, from: 60, tries: 2)
    for period in BoardPeriod.allCases where period != .month {
      #expect(try await storage.board(period) == ["Player 1 1/1 3"])
      #expect(try await storage.board(period, bots: true) == ["Player 2 1/1 6"])
    }
    try await storage.store([.player(.sample(3, name: "ana"))])
    for period in BoardPeriod.allCases where period != .month {
      #expect(try await storage.board(period) == ["ana 1/1 5", "Player 1 1/1 3"])
      #expect(try await storage.board(period, limit: 1) == ["ana 1/1 5"])
    }
  }

  @Test("A week is the last seven days, whether or not anybody has played today")
  func weeks() async throws {
    let storage = try await stored("w......")
    #expect(try await storage.board(.week) == ["Player 1 1/1 3"])
    #expect(try await storage.board(.week, on: today + 1).isEmpty)
    let again = try await stored("ww......")
    #expect(try await again.board(.week) == ["Player 1 1/1 3"])
    #expect(try await again.board(.all) == ["Player 1 2/2 6"])
    #expect(try await again.board(.day).isEmpty)
    #expect(try await again.board(.day, on: today - 6) == ["Player 1 1/1 3"])
    // A clock that was set back.
    let back = try await stored("w.....w")
    #expect(try await back.board(.week) == ["Player 1 2/2 6"])
    #expect(try await back.board(.week, on: today - 1) == ["Player 1 1/1 3"])
  }

  @Test("A forgotten player is in no statistics, leaderboards or comparisons; matches with others stay complete")
  func forgotten() async throws {
    let storage = try await stored("www")
    try await storage.store([.player(.sample(2))])
    try await storage.store(days: "www", player: 2, from: 200)
    let shared = StoredMatch.sample(300, mode: "together", day: nil)
    try await storage.store([
      .match(shared), .moved(.sample(300, 0, player: 1), told: nil), .moved(.sample(300, 1, player: 2), told: nil),
      .finished(.sample(300, player: 1, mode: "together"), told: nil),
      .finished(.sample(300, player: 2, mode: "together"), told: nil),
    ])
    try await storage.store([.playerForgotten(PlayerID(2))])
    #expect(try await storage.statistics(of: 2) == PlayerStatistics())
    for period in BoardPeriod.allCases where period != .month {
      #expect(try await storage.board(period).allSatisfy { !$0.hasPrefix("Player 2") })
    }
    #expect(try await storage.compared(1, 2).played == 0)
    let found = try #require(try await storage.match(300))
    #expect(found.moves.map(\.player.number) == [1, 2])
    #expect(found.names == [PlayerID(1): "Player 1"])
    #expect(found.results == [.sample(300, player: 1, mode: "together")])
    #expect(found.match == shared && found.isOpen)
    #expect(try await storage.match(200) == nil)
    #expect(try storage.load().lastNumber == 300)
  }

  @Test("Comparisons pair dailies of the same puzzle, newest first, and count who did better")
  func comparing() async throws {
    let storage = try await stored("wwlw.")
    try await storage.store([.player(.sample(2))])
    try await storage.store(days: "lwww.", player: 2, from: 200, tries: 3)
    try await storage.store([
      .match(.sample(400, player: 2, key: "another language")), .finished(.sample(400, player: 2), told: nil),
    ])
    let all = try await storage.compared(1, 2)
    #expect(all.days.map(\.day) == [today - 1, today - 2, today - 3, today - 4])
    #expect(
      all.days.map { [$0.first.match, $0.second.match] } == [[103, 203], [102, 202], [101, 201], [100, 200]])
    #expect([all.played, all.firstWins, all.secondWins] == [4, 1, 3])
    let page = try await storage.compared(1, 2, limit: 1)
    #expect(page.days.map(\.day) == [today - 1])
    #expect([page.played, page.firstWins, page.secondWins] == [4, 1, 3])
  }
}

extension SQLiteStorage {
  func statistics(of player: Int64, on day: Int = today) async throws -> PlayerStatistics {
    try await answer(StatisticsQuery(player: PlayerID(player), game: "wordle", today: day))
  }

  func board(
    _ period: BoardPeriod, mode: String = "daily", on day: Int = today, bots: Bool = false, limit: Int = 10
  ) async throws -> [String] {
    let query = LeaderboardQuery(
      game: "wordle", mode: mode, period: period, today: day, bots: bots, limit: limit)
    return try await answer(query).map { "\($0.name) \($0.won)/\($0.played) \($0.score)" }
  }

  func compared(_ first: Int64, _ second: Int64, limit: Int = 10) async throws -> Comparison {
    try await answer(ComparisonQuery(first: PlayerID(first), second: PlayerID(second), game: "wordle", limit: limit))
  }
}
