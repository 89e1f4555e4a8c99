import GameKit
import ParlorCore
import WireProtocol

/// Two who may play with each other, until both have accepted.
final class Offer {
  /// One of the two.
  struct Side {
    let player: Player
    /// What has led here; `nil` in a challenge.
    let seek: Seek?
    /// Whether it is brought in without being asked, unless it plays something else.
    let isWilling: Bool
    /// Whether it has said so since.
    var hasAccepted = false
  }

  /// The one who owns the room comes first: who has challenged, or has waited longer.
  var sides: [Side]
  let terms: RoomTerms
  let isRated: Bool
  var end: Instant
  /// Whether the other never learns of it, having blocked the one who challenges. To that one it looks like any that is
  /// not answered.
  let isHidden: Bool

  init(_ sides: [Side], _ terms: RoomTerms, isRated: Bool, until end: Instant, isHidden: Bool = false) {
    (self.sides, self.terms, self.isRated, self.end, self.isHidden) = (sides, terms, isRated, end, isHidden)
  }

  var isChallenge: Bool { sides.allSatisfy { $0.seek == nil } }

  func index(of player: PlayerID) -> Int? { sides.firstIndex { $0.player.id == player } }

  /// Whether it is a player's turn to accept: who has challenged is asked only where that one plays something else by
  /// the time that the other accepts.
  func asks(_ index: Int) -> Bool { !sides[index].hasAccepted && (!isChallenge || index == 1 || sides[1].hasAccepted) }

  /// The other of the two.
  func other(than player: PlayerID) -> Player? { sides.first { $0.player.id != player }?.player }

  /// How it stands for a player, as a message.
  func message(
    for player: PlayerID, _ state: PairingAnswer.State, room: String? = nil, at now: Instant? = nil
  ) -> PairingAnswer? {
    guard let other = other(than: player) else { return nil }
    return PairingAnswer(
      player: other.name, isBot: other.isBot, rating: other.rating(in: terms.game.info.id), isChallenge: isChallenge,
      isOwn: isChallenge && sides[0].player.id == player,
      terms: terms.message, isRated: isRated, state: state, room: room,
      expiresInSeconds: now.map { $0.seconds(until: end) })
  }
}

extension RoomTerms {
  /// As clients see them.
  var message: PairingTerms {
    var match = MatchTerms()
    (match.clock, match.bestOf, match.isRated) = (clock, bestOf, false)
    let usual = try? game.settings(from: [:])
    var chosen = JSONObject()
    for (name, value) in settings.objectValue?.members ?? [] where usual?[name] != value { chosen[name] = value }
    return PairingTerms(
      game: game.info.id, mode: mode ?? .race, settings: chosen.isEmpty ? nil : .object(chosen),
      match: clock == nil && bestOf == nil ? nil : match, roundSeconds: roundSeconds)
  }

  /// What two seeks have to agree in.
  var play: Seek.Play {
    Seek.Play(
      game: game.info.id, mode: mode?.rawValue ?? "", settings: settings.text, clock: clock, bestOf: bestOf,
      roundSeconds: roundSeconds)
  }
}
