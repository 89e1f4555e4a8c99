public import GameKit

extension WordSearch {
  /// Translations that were not found.
  public func missed(by player: PlayerID) -> [MissedWord] {
    zip(puzzle.challenges, grids).flatMap { challenge, grid in
      challenge.targets.indices.filter { target in !grid.finds.contains { $0.target == target } }.map { target in
        let word = challenge.targets[target]
        let meaning = challenge.sense.map { "\(challenge.word) (\($0))" } ?? challenge.word
        return MissedWord(
          language: TargetLanguage.name(of: challenge.targetLanguage),
          word: WordDeck.Word(original: word.written ?? word.word, translation: meaning))
      }
    }
  }
}
