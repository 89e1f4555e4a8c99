import GameKit
import Testing

@testable import Vocabulary

/// Two originals of a language.
struct WordPair: Sendable {
  let language: String
  let one: String
  let other: String
}

@Suite("The identity of words")
struct WordIdentityTests {
  private static let differentPairs = [
    WordPair(language: "German", one: "schon", other: "schön"),
    WordPair(language: "German", one: "die Buchse", other: "die Büchse"),
    WordPair(language: "German", one: "das Essen", other: "das essen"),
    WordPair(language: "Deutsch A2", one: "weise", other: "Weise"),
    WordPair(language: "German", one: "Masse", other: "Maße"),
    WordPair(language: "French", one: "ferme", other: "fermé"),
    WordPair(language: "Portuguese", one: "por", other: "pôr"),
    WordPair(language: "Italian", one: "la meta", other: "la metà"),
    WordPair(language: "Spanish", one: "ano", other: "año"),
    WordPair(language: "Japanese", one: "か", other: "が"),
  ]

  private static let samePairs = [
    WordPair(language: "Spanish", one: "casa", other: "CASA"),
    WordPair(language: "Spanish", one: "mañana", other: "MAN\u{303}ANA"),
    WordPair(language: "French", one: "l'eau", other: "l’eau"),
    WordPair(language: "German", one: "schön", other: "scho\u{308}n"),
  ]

  private func language(_ name: String, _ originals: String...) throws -> Language {
    var learner = Learner()
    _ = try learner.addLanguage(name)
    for original in originals { try learner.add(original, "x", to: name) }
    return try learner.words.language(named: name)
  }

  private func notes(_ originals: String...) -> [Deck.Note] {
    originals.map { Deck.Note(entry: Word.Entry(original: $0, translation: "x")) }
  }

  @Test("Words that differ by an accent, or in German by case, are distinct", arguments: differentPairs)
  func areDifferent(_ pair: WordPair) throws {
    for (one, other) in [(pair.one, pair.other), (pair.other, pair.one)] {
      let language = try language(pair.language, one)
      #expect(language.word(like: other) == nil && language.word(like: one)?.number == 1)
      #expect(DeckPreview(of: Deck(notes: notes(other)), in: language).duplicates.isEmpty)
      let new = DeckPreview(of: Deck(name: pair.language, notes: notes(one, other)), in: nil)
      #expect(new.new.count == 2)
    }
  }

  @Test("The same word in another spelling is a duplicate", arguments: samePairs)
  func areSame(_ pair: WordPair) throws {
    let language = try language(pair.language, "x", pair.one)
    #expect(language.word(like: pair.other)?.number == 2)
    #expect(DeckPreview(of: Deck(notes: notes(pair.other)), in: language).duplicates == [pair.other])
  }

  @Test("A language renamed to German distinguishes words by case from then on")
  func renamed() throws {
    var learner = Learner()
    let language = try learner.addLanguage("My words")
    try learner.add("Weise", "manner", to: "My words")
    #expect(try learner.words.language(named: "My words").word(like: "weise") != nil)
    learner.words.apply(try learner.words.changing(language, name: "Deutsch"))
    #expect(try learner.words.language(named: "Deutsch").word(like: "weise") == nil)
  }

  @Test("Search finds both words of a pair that differs by an accent", arguments: ["ano", "AÑO"])
  func search(_ text: String) throws {
    let language = try language("Spanish", "año", "ano")
    #expect(language.page(holding: text, limit: 9).words.map(\.number) == [1, 2])
  }
}
