import GameKit
import Kernel
import Storage
import Testing

@testable import ParlorCore
@testable import Statistics
@testable import StorageHarness

@Suite("Statistics of random matches")
struct StatisticsModelTests {
  @Test(
    "They equal those of a simple model, also after storage is reopened", arguments: 1...12 as ClosedRange<UInt64>)
  func agrees(_ seed: UInt64) async throws {
    let folder = TemporaryFolder()
    var play = RandomPlay(seed: seed)
    for _ in 0..<4 {
      let day = play.day
      let storage = try SQLiteStorage(
        folder: folder.path,
        options: options(documents: sampleDocuments(keepingEvents: 8) + Statistics.documents) { $0.today = day })
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
    for player in model.players.keys.sorted() + [PlayerID(99_999)] {
      #expect(
        try await storage.statistics(of: player.number, on: play.day) == model.statistics(of: player, today: play.day))
    }
    for period in BoardPeriod.allCases where period != .month {
      for (bots, mode) in [(false, "daily"), (true, "daily"), (false, "race")] {
        let expected = model.leaderboard(mode, period, today: play.day, bots: bots, limit: 5)
        #expect(
          try await storage.board(period, mode: mode, on: play.day, bots: bots, limit: 5)
            == expected.map { "\($0.name) \($0.won)/\($0.played) \($0.score)" })
      }
    }
  }

  @Test(
    "Tables rebuilt from the log equal those that have followed each fact",
    arguments: 1...6 as ClosedRange<UInt64>)
  func rebuilt(_ seed: UInt64) async throws {
    let (followed, rebuilt) = try await followedAndRebuilt(seed, sampleDocuments + Statistics.documents)
    for table in ["tally", "distribution", "standing", "week"] {
      #expect(followed[table]?.isEmpty == false, "\(table), seed \(seed)")
      for tables in rebuilt { #expect(followed[table] == tables[table], "\(table), seed \(seed)") }
    }
  }
}

/// What is counted, counted anew at each question.
extension Model {
  func statistics(of player: PlayerID, today: Int) -> PlayerStatistics {
    let own = results.filter { $0.player == player && $0.isRanked }
    var statistics = PlayerStatistics()
    statistics.played = own.count
    statistics.won = own.count { $0.won }
    for result in own {
      if result.won, let tries = result.tries { statistics.distribution[tries, default: 0] += 1 }
    }
    let counted = own.filter(\.won).compactMap(\.tries)
    statistics.average = counted.isEmpty ? nil : Double(counted.reduce(0, +)) / Double(counted.count)
    let dailies = own.filter { $0.mode == "daily" }
    let wonDays = Set(dailies.filter(\.won).map(\.day))
    func run(endingOn day: Int) -> Int { wonDays.contains(day) ? 1 + run(endingOn: day - 1) : 0 }
    statistics.bestStreak = wonDays.map(run).max() ?? 0
    let isOver = dailies.contains { $0.day == today }
    statistics.streak = wonDays.contains(today) || isOver ? run(endingOn: today) : run(endingOn: today - 1)
    return statistics
  }

  func leaderboard(
    _ mode: String, _ period: BoardPeriod, today: Int, bots: Bool, limit: Int
  ) -> [LeaderboardEntry] {
    let first = period == .day ? today : period == .week ? today - 6 : .min
    let last = period == .all ? .max : today
    let lines = players.values.filter { !$0.isGuest && $0.isBot == bots }.compactMap { player -> Line? in
      let own = results.filter {
        $0.player == player.id && $0.mode == mode && $0.isRanked && $0.day >= first && $0.day <= last
      }
      guard !own.isEmpty else { return nil }
      let entry = LeaderboardEntry(
        name: player.name, played: own.count, won: own.count { $0.won }, score: own.map(\.score).reduce(0, +))
      return Line(player: player.id, entry: entry, leastGames: period.leastGames)
    }
    return lines.sorted { $0.order < $1.order }.prefix(limit).map(\.entry)
  }

  private struct Line {
    let player: PlayerID
    let entry: LeaderboardEntry
    let leastGames: Int
    var order: (Int, Double, Int, PlayerID) {
      let group = entry.played >= leastGames ? 0 : 1
      return (group, -Double(entry.score) / Double(entry.played), -entry.played, player)
    }
  }
}
