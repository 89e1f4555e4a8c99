public import GameKit

extension WordleSource: AuthoredPuzzles {
  /// Any word that players may guess: others could not be typed. The list has no slurs.
  public func puzzle(
    of draft: PuzzleDraft, settings: Wordle.Settings, seed: UInt64
  ) throws(Rejection) -> Wordle.Puzzle {
    let word = try draft.onlyWord(length: PackedWord.length...PackedWord.length)
    guard guesses.contains(word) else {
      throw .badPuzzle("\(word.uppercased()) is not in the list of words that players may guess")
    }
    return Wordle.Puzzle(answer: word)
  }
}
