/// Words that a player keeps, as they were when a room was opened with them.
public struct OwnWords: Codable, Hashable, Sendable {
  /// The language that they are of, by its owner's name for it.
  public let language: String
  /// The words, in no order that means anything.
  public let words: [WordDeck.Word]

  /// Words of a language.
  public init(language: String, words: [WordDeck.Word]) { (self.language, self.words) = (language, words) }
}

/// Words of a game's lists with their meanings, for those who want to learn them. Sorted, so that nothing can be seen
/// of the order in which puzzles come.
public struct WordDeck: Sendable {
  /// What requests call it: lower case, without spaces, unlike any other game's.
  public let name: String
  /// What people call it.
  public let title: String
  /// The language that its words are of.
  public let language: String
  /// How many words it has.
  public let count: Int
  /// Makes the words, which nobody keeps.
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

  /// A word with what it means.
  public struct Word: Codable, Hashable, Sendable {
    /// In the language that is learnt.
    public var original: String
    /// Several meanings are separated by commas.
    public var translation: String
    /// `noun`, `verb` and so on; empty where nobody says.
    public var part: String
    /// A sentence with the word in it; empty where there is none.
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
