import GameKit
import Vocabulary
import WireProtocol

/// Words of one's own as a deck to play with: `my-spanish` are all of a language, `marked-spanish` those that are
/// marked.
struct OwnDeck {
  private let language: String
  private let isMarked: Bool

  /// The deck that the settings of a room name whose game takes such words; `nil` where they name none.
  init?(_ request: Request.Create, _ hub: Hub) {
    guard let game = hub.configuration.games.first(where: { $0.info.id == request.game?.lowercased() }),
      game.info.takesWords, let name = request.settings?["deck"]?.stringValue
    else { return nil }
    for (prefix, isMarked) in Self.prefixes where name.lowercased().hasPrefix(prefix) {
      (language, self.isMarked) = (String(name.dropFirst(prefix.count)), isMarked)
      return
    }
    return nil
  }

  /// Which words are meant, by what the name of a deck begins with.
  static let prefixes = [("my-", isMarked: false), ("marked-", isMarked: true)]

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
