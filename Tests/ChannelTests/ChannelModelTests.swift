import GameKit
import Kernel
import Storage
import Testing

@testable import Channel
@testable import ParlorCore
@testable import StorageHarness

/// The documents of a storage that has shared results.
let channelDocuments = sampleDocuments + Channel.documents

@Suite("The channel after random batches")
struct ChannelModelTests {
  @Test("It equals a simple model's, also after storage is reopened", arguments: 1...8 as ClosedRange<UInt64>)
  func agrees(_ seed: UInt64) async throws {
    let folder = TemporaryFolder()
    var play = ChannelPlay(seed: seed)
    for _ in 0..<4 {
      let day = play.play.day
      let storage = try SQLiteStorage(
        folder: folder.path, options: options(documents: channelDocuments) { $0.today = day })
      #expect(try storage.load().lastKeys[ShareDocument.number] == play.channel.last)
      try await compare(storage, play)
      for _ in 0..<25 {
        try await storage.store(play.batch())
        if play.play.generator.number(below: 6) == 0 { play.play.day += 1 + play.play.generator.number(below: 3) }
        if play.play.generator.number(below: 8) == 0 { try await compare(storage, play) }
      }
    }
  }

  /// Every page, from the newest on and from the middle, with every filter, and the boards of claims.
  private func compare(_ storage: SQLiteStorage, _ channelPlay: ChannelPlay) async throws {
    let (play, channel) = (channelPlay.play, channelPlay.channel)
    let model = play.model
    let viewer = model.players.keys.min() ?? PlayerID(1)
    let games: [String?] = [nil, "wordle", "strands"]
    for game in games {
      for player in [nil, model.players.keys.max()] {
        for day in [nil, play.day] {
          for before in [nil, (channel.last + 1) / 2] {
            let filter = ShareFilter(game: game, player: player, day: day)
            let expected = channel.page(
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
          found == channel.board(game: "wordle", days: days, bots: bots, limit: 5, players: model.players))
      }
    }
  }
}
