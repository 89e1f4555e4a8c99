import GameKit
import Storage
import Testing

@testable import ParlorCore
@testable import StorageHarness

extension ModelTests {
  /// Every page, from the newest on and from the middle, with every filter, and the boards of claims.
  func compareChannel(_ storage: SQLiteStorage, _ play: RandomPlay) async throws {
    let model = play.model
    let viewer = model.players.keys.min() ?? PlayerID(1)
    let games: [String?] = [nil, "wordle", "strands"]
    for game in games {
      for player in [nil, model.players.keys.max()] {
        for day in [nil, play.day] {
          for before in [nil, (model.channel.last + 1) / 2] {
            let filter = ShareFilter(game: game, player: player, day: day)
            let expected = model.channel.page(
              filter, before: before ?? .max, limit: 4, viewer: viewer, players: model.players)
            let found = try await storage.answer(SharesQuery(filter: filter, before: before, limit: 3, viewer: viewer))
            #expect(found.rows == Array(expected.prefix(3)))
            #expect(found.more == (expected.count > 3))
          }
        }
      }
    }
    // 2026-01-01, day 1, was a Thursday.
    let monday = play.day - (play.day + 2) % 7
    let month = try #require(Day(String(Day(number: play.day).text.prefix(8)) + "01")).number
    let periods: [(BoardPeriod, ClosedRange<Int>)] = [
      (.day, play.day...play.day), (.week, monday...monday + 6), (.month, month...play.day), (.all, .min ... .max),
    ]
    for (period, days) in periods {
      for bots in [false, true] {
        let found = try await storage.answer(
          ClaimBoardQuery(game: "wordle", period: period, today: play.day, bots: bots, limit: 5))
        #expect(
          found == model.channel.board(game: "wordle", days: days, bots: bots, limit: 5, players: model.players))
      }
    }
  }
}
