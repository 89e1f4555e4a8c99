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
  /// The colours of the player's tiles in text.
  public var theme: Theme
  /// Whether lines are lost: only the name is known.
  public var isDamaged = false
  /// The hashes of the player's tokens, the latest last; empty for a guest without one.
  public var tokens: [SHA256.Digest]
  /// When the player was first stored.
  public var createdAt: Instant
  /// When the player was last here, to the day.
  public var seenAt: Instant
  /// The password's verifier, in the form of `PasswordVerifier`; `nil` without a password.
  public var verifier: String?
  /// The player's ratings in rated games.
  public var ratings: PlayerRatings

  public init(
    id: PlayerID, name: String, isGuest: Bool, isBot: Bool, tokens: [SHA256.Digest] = [], createdAt: Instant,
    seenAt: Instant, theme: Theme = .dark, verifier: String? = nil, ratings: PlayerRatings = PlayerRatings()
  ) {
    self.id = id
    self.name = name
    self.isGuest = isGuest
    self.isBot = isBot
    self.tokens = tokens
    self.createdAt = createdAt
    self.seenAt = seenAt
    self.theme = theme
    self.verifier = verifier
    self.ratings = ratings
  }

  /// The folded name, unique. Guests' names are assigned again later, so theirs contain the number.
  public var folded: String { isGuest ? Self.folded(guest: name, id.number) : PlayerName.fold(name) }

  static func folded(guest name: String, _ number: Int64) -> String { "\(PlayerName.fold(name))#\(number)" }

  /// Whether the player can ever return after a disconnection.
  public var canReturn: Bool { !isGuest || !tokens.isEmpty }
}
