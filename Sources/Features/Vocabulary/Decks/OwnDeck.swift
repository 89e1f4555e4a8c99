import GameKit
import ParlorCore
import WireProtocol

/// Words of one's own as a deck to play with: `my-spanish` are all of a language, `marked-spanish` those that are
/// marked.
struct OwnDeck {
  private let language: String
  private let isMarked: Bool

  /// The deck of a name; `nil` for a name that is of no such deck.
  init?(_ name: String) {
    for (prefix, isMarked) in [("my-", false), ("marked-", true)] where name.lowercased().hasPrefix(prefix) {
      (language, self.isMarked) = (String(name.dropFirst(prefix.count)), isMarked)
      return
    }
    return nil
  }

  /// A room keeps so many.
  private static let mostWords = 300

  /// The words as they are now; of very many the newest.
  func words(of notebook: Notebook) throws(WireError) -> OwnWords {
    // At a terminal a name of several words is written as one.
    let spaced = try? notebook.words.language(named: language.replacing("-", with: " "))
    let known = try WireError.catching { () throws(VocabularyFault) in
      if let spaced { return spaced }
      return try notebook.words.language(named: language)
    }
    let words = known.words.filter { !isMarked || $0.isMarked }.suffix(Self.mostWords).map { word in
      WordDeck.Word(
        original: word.entry.original, translation: word.entry.translation, part: word.entry.part)
    }
    return OwnWords(language: known.name, words: words)
  }
}
