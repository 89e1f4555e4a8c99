import GameKit
import TestSeed
import Testing

@testable import Vocabulary

/// Makes changes as a server does: validated, then applied.
struct Learner {
  var words: WordCollection

  init(limits: CollectionLimits = CollectionLimits()) { words = WordCollection(limits: limits) }

  mutating func addLanguage(_ name: String) throws -> Language {
    words.apply(try words.adding(languageNamed: name))
    return try words.language(named: name)
  }

  @discardableResult
  mutating func add(
    _ original: String, _ translation: String, to language: String, part: String = ""
  ) throws -> Int {
    let entry = Word.Entry(original: original, translation: translation, part: part)
    let change = try words.adding(entry, to: try words.language(named: language))
    words.apply(change)
    guard case .word(let number, _, _) = change else { return 0 }
    return number
  }
}

@Suite("A player's vocabulary")
struct WordCollectionTests {
  private func learner() throws -> Learner {
    var learner = Learner()
    _ = try learner.addLanguage("Spanish")
    try learner.add("casa", "house", to: "Spanish")
    try learner.add("mañana", "tomorrow, morning", to: "Spanish")
    try learner.add("árbol", "tree", to: "Spanish")
    return learner
  }

  @Test("Languages are found ignoring case and accents, and names are unique")
  func languages() throws {
    var learner = try learner()
    _ = try learner.addLanguage("Français")
    #expect(try learner.words.language(named: "francais").name == "Français")
    #expect(throws: VocabularyFault.languageExists("Français")) { try learner.words.adding(languageNamed: "FRANCAIS") }
    #expect(throws: VocabularyFault.noSuchLanguage("Irish")) { try learner.words.language(named: "Irish") }
    let french = try learner.words.language(named: "français")
    #expect(throws: VocabularyFault.languageExists("Spanish")) { try learner.words.changing(french, name: "spanish") }
    learner.words.apply(try learner.words.changing(french, name: "francais", retention: 85))
    let renamed = try learner.words.language(named: "Français")
    #expect(renamed.name == "francais" && renamed.fsrs.retention == 85 && renamed.number == french.number)
  }

  @Test("Numbers increase, and are not reused")
  func numbers() throws {
    var learner = try learner()
    learner.words.apply(.wordDeleted(3))
    #expect(try learner.add("sol", "sun", to: "Spanish") == 4)
    learner.words.apply(.languageDeleted(1))
    #expect(try learner.addLanguage("Irish").number == 2)
    #expect(try learner.add("teach", "house", to: "Irish") == 5)
  }

  @Test("A word can be edited, marked, reviewed and deleted")
  func changes() throws {
    var learner = try learner()
    let entry = Word.Entry(
      original: "hogar", translation: "home", note: "not casa", part: "noun", example: "Dulce hogar")
    learner.words.apply(try learner.words.changing(1, to: entry))
    learner.words.apply(.marked(number: 1, true))
    let schedule = Schedule(after: .good, on: Day(number: 300), from: nil, by: FSRS())
    learner.words.apply(.reviewed(number: 1, .good, schedule))
    let (word, language) = try learner.words.word(1)
    #expect(word == Word(number: 1, entry: entry, isMarked: true, schedule: schedule))
    #expect(language.markedCount == 1)
    #expect(language.page(holding: "casa", limit: 9).words.isEmpty)
    #expect(language.page(holding: "hogar", limit: 9).words == [word])
    learner.words.apply(.wordDeleted(1))
    #expect(throws: VocabularyFault.noSuchWord(1)) { try learner.words.word(1) }
    #expect(try learner.words.language(named: "Spanish").words.map(\.number) == [2, 3])
  }

  @Test("A deleted language removes its words, and no others")
  func deletedLanguage() throws {
    var learner = try learner()
    _ = try learner.addLanguage("Irish")
    let number = try learner.add("teach", "house", to: "Irish")
    learner.words.apply(.languageDeleted(1))
    #expect(learner.words.wordCount == 1)
    #expect(try learner.words.word(number).language.name == "Irish")
    #expect(throws: VocabularyFault.noSuchWord(2)) { try learner.words.word(2) }
  }

  @Test("Changes of unknown words or languages have no effect")
  func unknown() throws {
    var learner = try learner()
    let entry = Word.Entry(original: "a", translation: "b")
    for change: VocabularyChange in [
      .languageDeleted(9), .word(number: 9, language: 9, entry), .marked(number: 9, true), .wordDeleted(9),
      .reviewed(number: 9, .easy, Schedule(after: .easy, on: Day(number: 1), from: nil, by: FSRS())),
    ] {
      learner.words.apply(change)
    }
    #expect(learner.words.wordCount == 3)
    #expect(learner.words.languages.map(\.words.count) == [3])
  }

  @Test("Limits are enforced")
  func limits() throws {
    var limits = CollectionLimits()
    (limits.words, limits.languages, limits.nameCharacters, limits.wordCharacters) = (2, 1, 5, 6)
    (limits.noteCharacters, limits.partCharacters, limits.bytes) = (7, 4, 20)
    var learner = Learner(limits: limits)
    #expect(throws: VocabularyFault.empty(.name)) { try learner.words.adding(languageNamed: "") }
    #expect(throws: VocabularyFault.tooLong(.name, most: 5)) { try learner.words.adding(languageNamed: "Klingon") }
    let language = try learner.addLanguage("Irish")
    #expect(throws: VocabularyFault.tooManyLanguages(most: 1)) { try learner.words.adding(languageNamed: "Ewe") }
    func fault(of entry: Word.Entry) -> VocabularyFault? {
      do throws(VocabularyFault) {
        _ = try learner.words.adding(entry, to: language)
        return nil
      } catch { return error }
    }
    #expect(fault(of: .init(original: "", translation: "b")) == .empty(.original))
    #expect(fault(of: .init(original: "a", translation: "")) == .empty(.translation))
    #expect(fault(of: .init(original: "abcdefg", translation: "b")) == .tooLong(.original, most: 6))
    #expect(fault(of: .init(original: "a", translation: "abcdefg")) == .tooLong(.translation, most: 6))
    #expect(fault(of: .init(original: "a", translation: "b", note: "12345678")) == .tooLong(.note, most: 7))
    #expect(fault(of: .init(original: "a", translation: "b", part: "nouns")) == .tooLong(.part, most: 4))
    #expect(fault(of: .init(original: "a", translation: "b", example: "12345678")) == .tooLong(.example, most: 7))
    // Characters are counted, not bytes.
    #expect(fault(of: .init(original: "ééééé", translation: "b")) == nil)
    try learner.add("éééé", "éééé", to: "Irish")
    #expect(fault(of: .init(original: "ab", translation: "cde")) == .tooManyBytes(most: 20))
    try learner.add("ab", "cd", to: "Irish")
    // An edit that shortens a text makes room.
    #expect(throws: Never.self) { try learner.words.changing(1, to: .init(original: "é", translation: "abcdef")) }
    #expect(fault(of: .init(original: "", translation: "")) == .empty(.original))
    learner.words.apply(.word(number: 1, language: 1, .init(original: "a", translation: "b")))
    #expect(fault(of: .init(original: "a", translation: "b")) == .tooManyWords(most: 2))
    learner.words.apply(.wordDeleted(2))
    #expect(fault(of: .init(original: "a", translation: "b")) == nil)
  }

  @Test("Stored words are restored unchanged")
  func restored() throws {
    var learner = try learner()
    learner.words.apply(.marked(number: 2, true))
    learner.words.apply(.reviewed(number: 3, .hard, Schedule(after: .hard, on: Day(number: 9), from: nil, by: FSRS())))
    var restored = WordCollection()
    for language in learner.words.languages {
      restored.apply(.language(number: language.number, name: language.name, retention: language.fsrs.retention))
      for word in language.words { restored.apply(.restored(word, language: language.number)) }
    }
    #expect(restored.languages.map(\.words) == learner.words.languages.map(\.words))
    #expect(try restored.adding(languageNamed: "New") == learner.words.adding(languageNamed: "New"))
  }
}

@Suite("Search")
struct SearchTests {
  @Test("Search covers both sides, ignoring accents and case, while typing")
  func folded() throws {
    var learner = Learner()
    _ = try learner.addLanguage("Mixed")
    let words = [
      ("mañana", "tomorrow"), ("Straße", "street"), ("árbol", "Tree"), ("œuvre", "work"), ("łódź", "boat"), ("が", "ga"),
    ]
    for (original, translation) in words { try learner.add(original, translation, to: "Mixed") }
    let language = try learner.words.language(named: "Mixed")
    let found: [(String, [Int])] = [
      ("manan", [1]), ("MAÑANA", [1]), ("man\u{303}ana", [1]), ("strasse", [2]), ("STR", [2]), ("tr", [2, 3]),
      ("arbol", [3]), ("oeuvre", [4]), ("lodz", [5]), ("o", [1, 3, 4, 5]), ("か", [6]), ("が", [6]), ("が゙", []),
      ("xyz", []),
      ("", [1, 2, 3, 4, 5, 6]),
    ]
    for (text, numbers) in found {
      #expect(language.page(holding: text, limit: 100).words.map(\.number) == numbers, "\(text)")
    }
  }

  @Test("Search does not match across the boundary of two texts")
  func ends() throws {
    var learner = Learner()
    _ = try learner.addLanguage("L")
    try learner.add("ab", "cd", to: "L")
    try learner.add("ef", "gh", to: "L")
    let language = try learner.words.language(named: "L")
    for text in ["bc", "abcd", "de", "b\nc"] { #expect(language.page(holding: text, limit: 9).words.isEmpty) }
  }

  @Test("Pages follow each other without gaps and repetitions")
  func pages() throws {
    var learner = Learner()
    _ = try learner.addLanguage("L")
    for number in 1...25 { try learner.add("w\(number)", number.isMultiple(of: 2) ? "even" : "odd", to: "L") }
    learner.words.apply(.wordDeleted(4))
    let language = try learner.words.language(named: "L")
    var (seen, after): ([Int], Int) = ([], 0)
    while true {
      let page = language.page(holding: "even", after: after, limit: 4)
      seen += page.words.map(\.number)
      guard page.hasMore, let last = page.words.last else { break }
      #expect(page.words.count == 4)
      after = last.number
    }
    #expect(seen == [2] + stride(from: 6, through: 24, by: 2))
    #expect(language.page(after: .max, limit: 4).words.isEmpty)
    #expect(language.page(after: .min, limit: .max - 1).words.count == 24)
    #expect(language.page(limit: -1).words.isEmpty)
  }

  @Test("After any changes, search finds the same as comparing every word")
  func model() throws {
    var generator = SeededGenerator(seed: TestSeed.make())
    let letters = ["a", "b", "á", "Ä", "ss", "ß", " ", "ñ", "日"]
    func text() -> String {
      let text = (0..<1 + generator.number(below: 40)).map { _ in letters[generator.number(below: letters.count)] }
      return "x" + text.joined()
    }
    var learner = Learner()
    _ = try learner.addLanguage("L")
    for _ in 0..<TestLength.count(short: 300, long: 5000) {
      let language = try learner.words.language(named: "L")
      let number = language.words.isEmpty ? 0 : language.words[generator.number(below: language.words.count)].number
      switch generator.number(below: 4) {
      case 0 where number > 0: learner.words.apply(.wordDeleted(number))
      case 1 where number > 0:
        learner.words.apply(try learner.words.changing(number, to: .init(original: text(), translation: text())))
      default: try learner.add(text(), text(), to: "L")
      }
      let changed = try learner.words.language(named: "L")
      let wanted = String(text().prefix(generator.number(below: 5)))
      let key = FoldedText.key(of: wanted)
      let expected = changed.words.filter { word in
        [word.entry.original, word.entry.translation].contains { holds(FoldedText.key(of: $0), key) }
      }
      #expect(changed.page(holding: wanted, limit: 1000).words == expected)
      let original = changed.words.last?.entry.original ?? "x"
      let first = changed.words.first { $0.entry.original.lowercased() == original.lowercased() }
      #expect(changed.word(like: original) == first)
    }
  }

  private func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    part.isEmpty || text.indices.contains { text[$0...].starts(with: part) }
  }
}
