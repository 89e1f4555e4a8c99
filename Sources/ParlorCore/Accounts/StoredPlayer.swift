public import GameKit
internal import Names
public import WireProtocol

/// A player as stored.
public struct StoredPlayer: Hashable, Sendable {
  /// Unique on a server.
  public var id: PlayerID
  /// In the owner's spelling.
  public var name: String
  /// A guest's name is free again after the guest is forgotten.
  public var isGuest: Bool
  /// Marked at login.
  public var isBot: Bool
  /// The hashes of the player's tokens, the latest last; empty for a guest without one.
  public var tokens: [SHA256.Digest] = []
  /// When the player was first stored.
  public var createdAt: Instant
  /// When the player was last here, to the day.
  public var seenAt: Instant
  /// The colours of the player's tiles in text.
  public var theme = Theme.dark
  /// The password's verifier, in the form of `PasswordVerifier`; `nil` without a password.
  public var verifier: String?
  /// The player's ratings in rated games.
  public var ratings = PlayerRatings()
  /// Whether lines are lost: only the name is known.
  public var isDamaged = false

  /// The folded name, unique. Guests' names are assigned again later, so theirs contain the number.
  public var folded: String { isGuest ? Self.folded(guest: name, id.number) : PlayerName.fold(name) }

  static func folded(guest name: String, _ number: Int64) -> String { "\(PlayerName.fold(name))#\(number)" }

  /// Whether the player can ever return after a disconnection.
  public var canReturn: Bool { !isGuest || !tokens.isEmpty }
}
