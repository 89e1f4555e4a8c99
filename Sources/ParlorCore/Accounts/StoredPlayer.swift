public import GameKit
internal import Names
public import WireProtocol

/// A player as it is kept.
public struct StoredPlayer: Hashable, Sendable {
  /// Unique on a server.
  public var id: PlayerID
  /// As its owner writes it.
  public var name: String
  /// Guests have a name that nobody keeps for them once they are forgotten.
  public var isGuest: Bool
  /// Marked at login.
  public var isBot: Bool
  /// The colours in which tiles are drawn for the player in text.
  public var theme: Theme
  /// Whether something of what was stored is lost: nothing but the name is known.
  public var isDamaged = false
  /// The hashes of the tokens that bring the player back, the latest last; none for a guest who never asked for one.
  public var tokens: [SHA256.Digest]
  /// When the player was first stored.
  public var createdAt: Instant
  /// When the player was last here, to the day.
  public var seenAt: Instant
  /// What a password is checked against, as `PasswordVerifier` writes it; `nil` without a password.
  public var verifier: String?
  /// How well the player plays the games that are rated.
  public var ratings: PlayerRatings

  /// A player.
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

  /// What names that look the same have in common; unique. A guest's name is given again once the guest is gone, so
  /// a guest's has the number behind it.
  public var folded: String { PlayerName.fold(name) + (isGuest ? "#\(id.number)" : "") }

  /// Whether anybody can ever be this player again after the connection is gone.
  public var canReturn: Bool { !isGuest || !tokens.isEmpty }
}
