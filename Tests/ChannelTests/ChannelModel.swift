import GameKit
import Kernel
import WireProtocol

@testable import Channel
@testable import ParlorCore
@testable import StorageHarness

/// The channel, said as plainly as it can be.
struct ChannelModel {
  private(set) var shares: [StoredShare] = []
  private(set) var last: Int64 = 0
  private var reactions: [(share: Int64, player: PlayerID, emoji: String)] = []

  mutating func follow(_ line: DocumentLine) {
    if PlayerDocument.isForgotten(line) { return forget(PlayerID(line.document.key)) }
    guard line.document.kind == ShareDocument.number else { return }
    let share = line.document.key
    switch ShareDocument.fact(of: line.bytes, with: JSONDocument()) {
    case .shared(let share):
      shares.append(share)
      last = max(last, share.id)
    case .withdrawn: remove { $0.id == share }
    case .reacted(let player, let reaction):
      reactions.removeAll { $0.share == share && $0.player == player }
      if let reaction, shares.contains(where: { $0.id == share }) {
        reactions.append((share, player, reaction.rawValue))
      }
    case nil: break
    }
  }

  private mutating func forget(_ player: PlayerID) {
    remove { $0.player == player }
    reactions.removeAll { $0.player == player }
  }

  private mutating func remove(_ isGone: (StoredShare) -> Bool) {
    shares.removeAll(where: isGone)
    reactions.removeAll { reaction in !shares.contains { $0.id == reaction.share } }
  }

  func page(
    _ filter: ShareFilter, before: Int64, limit: Int, viewer: PlayerID, players: [PlayerID: StoredPlayer]
  ) -> [SeenShare] {
    let fitting = shares.filter { share in
      share.id < before && filter.game.map { $0 == share.game } ?? true && filter.day.map { $0 == share.day } ?? true
        && filter.player.map { $0 == share.player } ?? true
    }
    return fitting.sorted { $0.id > $1.id }.prefix(limit).map { share in
      let own = reactions.filter { $0.share == share.id }
      var counts: [String: Int] = [:]
      for reaction in own { counts[reaction.emoji, default: 0] += 1 }
      return SeenShare(
        share: share, name: players[share.player]?.name ?? "", isBot: players[share.player]?.isBot ?? false,
        reactions: counts, own: own.first { $0.player == viewer }?.emoji)
    }
  }

  func board(
    game: String, days: ClosedRange<Int>, bots: Bool, limit: Int, players: [PlayerID: StoredPlayer]
  ) -> [LeaderboardEntry] {
    let counted = shares.filter { $0.claim != nil && $0.game == game && days.contains($0.day) }
    let lines = Dictionary(grouping: counted, by: \.player).compactMap { id, own -> (PlayerID, LeaderboardEntry)? in
      guard let player = players[id], !player.isGuest, player.isBot == bots else { return nil }
      return (
        id,
        LeaderboardEntry(
          name: player.name, played: own.count, won: own.count { $0.won }, score: own.map(\.score).reduce(0, +))
      )
    }
    return lines.sorted { ($1.1.score, $0.1.played, $0.0) < ($0.1.score, $1.1.played, $1.0) }.prefix(limit).map(\.1)
  }
}

extension DocumentLine {
  /// What happens to a shared result.
  static func share(_ id: Int64, _ fact: ShareFact) -> DocumentLine { ShareDocument.line(fact, of: id) }

  static func shared(_ share: StoredShare) -> DocumentLine { .share(share.id, .shared(share)) }
}

/// Random records, of shared results among them.
struct ChannelPlay {
  var play: RandomPlay
  private(set) var channel = ChannelModel()

  init(seed: UInt64) { play = RandomPlay(seed: seed) }

  mutating func batch() -> [DocumentLine] {
    var records = play.batch()
    for record in records { channel.follow(record) }
    for _ in 0..<play.generator.number(below: 6) {
      guard let record = channelRecord() else { continue }
      channel.follow(record)
      records.append(record)
    }
    return records
  }

  private mutating func channelRecord() -> DocumentLine? {
    switch play.generator.number(below: 6) {
    case 0: return play.pick(channel.shares.map(\.id)).map { .share($0, .withdrawn) }
    case 1, 2:
      guard let player = play.pick(play.model.players.keys.sorted()) else { return nil }
      let share = play.pick(channel.shares.map(\.id)) ?? 99_999
      return .share(share, .reacted(player, play.pick([.thumbsUp, .party, nil]) ?? nil))
    case 3:
      guard let result = play.pick(play.model.results),
        !channel.shares.contains(where: { $0.match == result.match && $0.player == result.player })
      else { return nil }
      return .shared(share(of: result.player, match: result.match, claim: nil, score: result.score))
    default:
      guard let player = play.pick(play.model.players.keys.sorted()) else { return nil }
      let puzzle = 1 + play.generator.number(below: 5)
      guard
        !channel.shares.contains(where: { $0.claim == puzzle && $0.player == player && $0.game == "wordle" })
      else { return nil }
      return .shared(share(of: player, match: nil, claim: puzzle, score: play.generator.number(below: 7)))
    }
  }

  private func share(of player: PlayerID, match: Int64?, claim: Int?, score: Int) -> StoredShare {
    StoredShare(
      id: channel.last + 1, player: player, game: "wordle", match: match, claim: claim, day: play.day,
      won: score > 0, score: score, content: ShareBody(text: "⬛"), sharedAt: now)
  }
}
