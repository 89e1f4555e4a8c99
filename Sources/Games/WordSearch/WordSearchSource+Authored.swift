public import GameKit

extension WordSearchSource: AuthoredPuzzles {
  /// Two to twelve words of three to twelve letters, none of which contains another, and what they have in common.
  public func puzzle(
    of draft: PuzzleDraft, settings: WordSearch.Settings, seed: UInt64
  ) throws(Rejection) -> WordSearch.Puzzle {
    guard let clue = draft.clue else {
      throw .badPuzzle("Say what the words have in common: clue=\"fruit\"")
    }
    let usual = WordSearch.Settings()
    guard settings.challenges == usual.challenges, settings.set == usual.set, settings.from == usual.from,
      settings.to == usual.to
    else {
      throw .badPuzzle("A puzzle of your own is one grid of your words: its settings are size and level alone")
    }
    guard (2...12).contains(draft.words.count) else { throw .badPuzzle("A grid hides 2 to 12 words") }
    let words = try draft.words.map { word throws(Rejection) in try PuzzleDraft.checked(word, length: 3...12) }
    let generator = GridGenerator(letters: words.joined() + Self.fillers, blocked: refusedWords.sorted())
    var random = SeededGenerator(seed: seed)
    do {
      let grid = try generator.grid(
        hiding: words, size: settings.size, level: Level(rawValue: settings.level) ?? .diagonal, using: &random)
      let challenge = WordSearch.Challenge(
        sourceLanguage: "en", targetLanguage: "en", word: clue, rows: grid.rows, targets: grid.targets)
      return WordSearch.Puzzle(challenges: [challenge])
    } catch {
      throw .badPuzzle(error.message)
    }
  }

  /// Letters that fill a grid besides those of its words, about as often as in English.
  private static let fillers = "eeeeeetttttaaaaooooiiiinnnnsssshhhrrrrddllllccuummmwwffggyyppbbvkjxqz"

  /// Words that no grid may contain by accident, in all languages.
  public var refusedWords: Set<String> { blocked }
}
