import GameKit
import ParlorCore
import WireProtocol

/// A possible match of two players, until both have accepted.
final class Offer {
  /// One of the two.
  struct Side {
    let player: Player
    /// The seek that has led to it; `nil` in a challenge.
    let seek: Seek?
    /// Whether it is paired without being asked, unless it is in another game.
    let isWilling: Bool
    /// Whether it has said so since.
    var hasAccepted = false
    /// The name under which the other player was told of it, which may have changed.
    let nameThen: String

    init(player: Player, seek: Seek?, isWilling: Bool) {
      (self.player, self.seek, self.isWilling, nameThen) = (player, seek, isWilling, player.name)
    }
  }

  /// The future owner first: the challenger, or the longer waiting player.
  var sides: [Side]
  let terms: RoomTerms
  let isRated: Bool
  var end: Instant
  /// The challenger; `nil` for seeks.
  let challenger: Challenger?
  /// The challenger's address.
  let address: String?
  /// When the challenged player was shown it: until then it looks unanswered.
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

  /// Whether it may be shown next to other challenges: guests get at most half of the places, so that players with
  /// names get through, and named players of one address at most half, so that others do.
  func hasPlace(among most: Int, beside others: [Offer]) -> Bool {
    let alike = others.count { $0.isByNamed == isByNamed && (!isByNamed || $0.address == address) }
    return others.count < most && alike < (most + 1) / 2
  }

  /// Whether it is a challenge to a player.
  func challenges(_ player: PlayerID) -> Bool { isChallenge && sides[1].player.id == player }

  func index(of player: PlayerID) -> Int? { sides.firstIndex { $0.player.id == player } }

  /// Whether a player must accept: a challenger is asked only if in another game when the other player accepts.
  func asks(_ index: Int) -> Bool { !sides[index].hasAccepted && (!isChallenge || index == 1 || sides[1].hasAccepted) }

  /// The other player.
  func other(than player: PlayerID) -> Player? { side(otherThan: player)?.player }

  func side(otherThan player: PlayerID) -> Side? { sides.first { $0.player.id != player } }

  /// The message for a player.
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
  /// The wire's form.
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

  /// What two seeks must have in common.
  var play: Seek.Play {
    Seek.Play(
      game: game.info.id, mode: mode?.rawValue ?? "", settings: settings.text, clock: clock, bestOf: bestOf,
      roundSeconds: roundSeconds)
  }
}
