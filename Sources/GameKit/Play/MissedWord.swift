/// A word that somebody met in a match and did not find, with what it means.
public struct MissedWord: Hashable, Sendable {
  /// The language that the word is of, by its English name.
  public var language: String
  /// The word; where its game does not know what it means, the translation is empty.
  public var word: WordDeck.Word

  /// A word of a language.
  public init(language: String, word: WordDeck.Word) {
    self.language = language
    self.word = word
  }
}
