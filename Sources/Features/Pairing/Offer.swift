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
    /// The name under which the other has heard of it, which may have changed since.
    let nameThen: String

    init(player: Player, seek: Seek?, isWilling: Bool) {
      (self.player, self.seek, self.isWilling, nameThen) = (player, seek, isWilling, player.name)
    }
  }

  /// The one who owns the room comes first: who has challenged, or has waited longer.
  var sides: [Side]
  let terms: RoomTerms
  let isRated: Bool
  var end: Instant
  /// Whose challenge it is; `nil` where seeks have led to it.
  let challenger: Challenger?
  /// Where a challenge comes from.
  let address: String?
  /// When the other was shown a challenge: until then it looks like one that is not answered.
  var shownAt: Instant?

  init(
    _ sides: [Side], _ terms: RoomTerms, isRated: Bool, until end: Instant, by challenger: Challenger? = nil,
    from address: String? = nil
  ) {
    (self.sides, self.terms, self.isRated, self.end) = (sides, terms, isRated, end)
    (self.challenger, self.address) = (challenger, address)
  }

  var isChallenge: Bool { challenger != nil }

  var isByNamed: Bool { challenger?.isNamed == true }

  /// Whether there is place for it beside others: guests get at most half, so that players with names get through, and
  /// those with names from one address at most half, so that others do.
  func hasPlace(among most: Int, beside others: [Offer]) -> Bool {
    let alike = others.count { $0.isByNamed == isByNamed && (!isByNamed || $0.address == address) }
    return others.count < most && alike < (most + 1) / 2
  }

  /// Whether it is a challenge to a player.
  func challenges(_ player: PlayerID) -> Bool { isChallenge && sides[1].player.id == player }

  func index(of player: PlayerID) -> Int? { sides.firstIndex { $0.player.id == player } }

  /// Whether it is a player's turn to accept: who has challenged is asked only where that one plays something else by
  /// the time that the other accepts.
  func asks(_ index: Int) -> Bool { !sides[index].hasAccepted && (!isChallenge || index == 1 || sides[1].hasAccepted) }

  /// The other of the two.
  func other(than player: PlayerID) -> Player? { side(otherThan: player)?.player }

  func side(otherThan player: PlayerID) -> Side? { sides.first { $0.player.id != player } }

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
