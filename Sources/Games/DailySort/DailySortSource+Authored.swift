public import GameKit

extension DailySortSource: AuthoredPuzzles {
  /// Any word of 4 to 12 letters that can be mixed up: its letters are given, so that it need not be in a list.
  public func puzzle(of draft: PuzzleDraft, settings: NoSettings, seed: UInt64) throws(Rejection) -> DailySort.Puzzle {
    let word = try draft.onlyWord(length: 4...12)
    var generator = SeededGenerator(seed: seed)
    let scramble = Scramble.of(word, using: &generator)
    guard scramble != word else { throw .badPuzzle("A word of one letter alone cannot be mixed up") }
    return DailySort.Puzzle(
      word: word, scramble: scramble,
      meaning: DailySort.Meaning(part: "", definition: draft.meaning ?? draft.clue ?? "", example: ""))
  }
}
