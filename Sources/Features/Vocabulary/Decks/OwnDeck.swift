import GameKit
import ParlorCore
import WireProtocol

/// A player's words as a deck for games: `my-spanish` has all of a language, `marked-spanish` the marked ones.
struct OwnDeck {
  private let language: String
  private let isMarked: Bool

  /// Parses a deck's name; `nil` for other names.
  init?(_ name: String) {
    for (prefix, isMarked) in [("my-", false), ("marked-", true)] where name.lowercased().hasPrefix(prefix) {
      (language, self.isMarked) = (String(name.dropFirst(prefix.count)), isMarked)
      return
    }
    return nil
  }

  /// The most words in a room.
  private static let mostWords = 300

  /// The present words, at most the newest ``mostWords``.
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
