/// A player's own words, as of the opening of a room.
public struct OwnWords: Codable, Hashable, Sendable {
  /// The language, by the owner's name for it.
  public let language: String
  /// The words, in unspecified order.
  public let words: [WordDeck.Word]

  /// Words of a language.
  public init(language: String, words: [WordDeck.Word]) { (self.language, self.words) = (language, words) }
}

/// A game's words with their meanings, for learning. Sorted, so that their order reveals nothing about the order of
/// puzzles.
public struct WordDeck: Sendable {
  /// Its name in requests: lower case, without spaces, unique among all games.
  public let name: String
  /// Its name for people.
  public let title: String
  /// The language of its words.
  public let language: String
  /// The number of words.
  public let count: Int
  /// Makes the words; they are not cached.
  public let words: @Sendable () -> [Word]

  /// A deck.
  public init(
    name: String, title: String, language: String, count: Int, words: @escaping @Sendable () -> [Word]
  ) {
    self.name = name
    self.title = title
    self.language = language
    self.count = count
    self.words = words
  }

  /// A word with its meaning.
  public struct Word: Codable, Hashable, Sendable {
    /// The word in the language that is learnt.
    public var original: String
    /// Its meanings, separated by commas.
    public var translation: String
    /// `noun`, `verb` and so on; empty if unknown.
    public var part: String
    /// An example sentence; empty if there is none.
    public var example: String

    /// A word.
    public init(original: String, translation: String, part: String = "", example: String = "") {
      self.original = original
      self.translation = translation
      self.part = part
      self.example = example
    }
  }
}

/// A word that a player met in a match and did not find, with its meaning.
public struct MissedWord: Hashable, Sendable {
  /// The language of the word, by its English name.
  public var language: String
  /// The word; its translation is empty if the game does not know it.
  public var word: WordDeck.Word

  /// A word of a language.
  public init(language: String, word: WordDeck.Word) {
    self.language = language
    self.word = word
  }
}
