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
