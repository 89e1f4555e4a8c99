/// The limits of a player's vocabulary.
public struct CollectionLimits: Hashable, Sendable {
  /// Words of a player, in all languages.
  public var words = 20_000
  /// Languages of a player.
  public var languages = 100
  /// Characters of a language's name.
  public var nameCharacters = 40
  /// Characters of an original, and of a translation.
  public var wordCharacters = 120
  /// Characters of a note, and of an example.
  public var noteCharacters = 300
  /// Characters of a part of speech.
  public var partCharacters = 30
  /// Bytes of all of a player's texts, in UTF-8.
  public var bytes = 4 << 20

  /// The default limits.
  public init() {}
}
