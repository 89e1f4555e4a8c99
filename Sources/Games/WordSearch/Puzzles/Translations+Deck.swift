import GameKit

extension Translations {
  /// The words as a deck: each in its written form, with all words that it translates. If a word has more meanings than
  /// a card holds, the first ones are kept.
  var deck: WordDeck {
    let count = Set(entries.flatMap { entry in entry.translations.map(\.shown) }).count
    return WordDeck(
      name: target.name.lowercased(), title: "\(target.name) to English", language: target.name, count: count
    ) { words }
  }

  private var words: [WordDeck.Word] {
    var meanings: [String: [String]] = [:]
    for entry in entries {
      let meaning = entry.sense.map { "\(entry.word) (\($0))" } ?? entry.word
      for translation in entry.translations { meanings[translation.shown, default: []].append(meaning) }
    }
    return meanings.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { word in
      WordDeck.Word(original: word, translation: Self.joined(meanings[word] ?? []))
    }
  }

  /// The longest list of meanings of a word, in bytes.
  private static let mostBytes = 120

  private static func joined(_ meanings: [String]) -> String {
    var text = ""
    for meaning in meanings where text.utf8.count + meaning.utf8.count + 2 <= mostBytes {
      text += text.isEmpty ? meaning : ", " + meaning
    }
    return text
  }
}

extension Translations.Translation {
  fileprivate var shown: String { written ?? word }
}
