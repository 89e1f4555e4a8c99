public import GameKit
import WireProtocol

/// The words of DailySort and their meanings.
public struct DailySortSource: PuzzleSource {
  private struct Entry: Sendable {
    let word: String
    let meaning: DailySort.Meaning
    let anagrams: [String]?
  }

  private let entries: [Entry]

  /// Reads `words.json`: objects with `word`, `part`, `definition`, `example` and optionally `anagrams`, sorted by
  /// word. Throws the first entry that is broken, out of order or a duplicate.
  public init(words bytes: [UInt8]) throws(ResourceFault) {
    let document = JSONDocument()
    do {
      try document.parse(bytes)
    } catch {
      throw ResourceFault(message: "words.json of DailySort: \(error.description)")
    }
    var entries: [Entry] = []
    for view in document.root.elements {
      guard let word = view["word"]?.string, let part = view["part"]?.string,
        let definition = view["definition"]?.string, let example = view["example"]?.string,
        (5...7).contains(word.utf8.count), word.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
      else { throw ResourceFault(message: "entry \(entries.count + 1) of DailySort's words.json is broken") }
      if let last = entries.last, !last.word.utf8.lexicographicallyPrecedes(word.utf8) {
        throw ResourceFault(message: "\"\(word)\" in DailySort's words.json is out of order or a duplicate")
      }
      let anagrams = view["anagrams"]?.elements.compactMap(\.string)
      guard anagrams?.allSatisfy({ $0 != word && $0.utf8.sorted() == word.utf8.sorted() }) ?? true else {
        throw ResourceFault(message: "an anagram of \"\(word)\" in DailySort's words.json has other letters")
      }
      let meaning = DailySort.Meaning(part: part, definition: definition, example: example)
      entries.append(Entry(word: word, meaning: meaning, anagrams: anagrams))
    }
    guard !entries.isEmpty else { throw ResourceFault(message: "DailySort's words.json holds no words") }
    self.entries = entries
  }

  public var decks: [WordDeck] {
    [
      WordDeck(name: "english", title: "English, with meanings", language: "English", count: entries.count) {
        [entries] in
        entries.map { entry in
          entry.meaning.card(of: entry.word)
        }
      }
    ]
  }

  public func puzzle(
    for day: Day, season: SeasonKey, settings: NoSettings
  ) throws(Rejection) -> DailySort.Puzzle {
    let entry = entries[season.index(for: day, purpose: DailySort.info.id, count: entries.count)]
    var generator = season.generator(for: "\(DailySort.info.id)/scramble/\(day.number)")
    let isFirstOfOrder = (day.number - 1) % entries.count == 0 && day.number > 1
    return puzzle(entry, using: &generator, beginsNewOrder: isFirstOfOrder)
  }

  public func puzzle(
    seed: UInt64, settings: NoSettings, excluding: PuzzleSet
  ) throws(Rejection) -> DailySort.Puzzle {
    var generator = SeededGenerator(seed: seed)
    let start = generator.number(below: entries.count)
    for step in 0..<entries.count {
      let entry = entries[(start + step) % entries.count]
      if !excluding.contains(PuzzleKey(entry.word)) {
        return puzzle(entry, using: &generator, beginsNewOrder: false)
      }
    }
    throw Rejection("no_words_left", "You have had every word there is; ask again and they come anew")
  }

  public func puzzleCount(settings: NoSettings) -> Int? { entries.count }

  public func candidateMoves(
    in game: DailySort, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [DailySort.Move] {
    guard !game.isOver else { return [] }
    var letters = Array(game.row)
    var found: [String] = []
    // Bounded, since nearly every order may have been tried.
    for _ in 0..<max(0, min(limit, 50)) {
      generator.shuffle(&letters)
      let arrangement = String(letters)
      if !game.hasTried(arrangement), !found.contains(arrangement) { found.append(arrangement) }
    }
    return found.map { .arrange($0) }
  }

  private func puzzle(
    _ entry: Entry, using generator: inout SeededGenerator, beginsNewOrder: Bool
  ) -> DailySort.Puzzle {
    DailySort.Puzzle(
      word: entry.word, scramble: Scramble.of(entry.word, using: &generator), meaning: entry.meaning,
      anagrams: entry.anagrams, beginsNewOrder: beginsNewOrder)
  }
}

enum Scramble {
  static func of(_ word: String, using generator: inout SeededGenerator) -> String {
    let letters = Array(word)
    var mixed = letters
    for _ in 0..<100 {
      generator.shuffle(&mixed)
      if fixedCount(mixed, letters) <= 1 { return String(mixed) }
    }
    return String(rotated(letters))
  }

  static func fixedCount(_ mixed: [Character], _ letters: [Character]) -> Int {
    zip(mixed, letters).count { $0 == $1 }
  }

  /// The best order, if chance does not find one: positions sorted by their letters, each given the letter that is as
  /// many places further on as the most frequent letter has occurrences.
  private static func rotated(_ letters: [Character]) -> [Character] {
    let order = letters.indices.sorted { (letters[$0], $0) < (letters[$1], $1) }
    let most = Set(letters).map { letter in letters.count { $0 == letter } }.max() ?? 1
    var mixed = letters
    for (position, place) in order.enumerated() {
      mixed[place] = letters[order[(position + most) % order.count]]
    }
    return mixed
  }
}
