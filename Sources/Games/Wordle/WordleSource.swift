public import GameKit

/// Wordle's puzzles and vocabulary: about 2,300 answers, and the longer list of allowed guesses.
public struct WordleSource: PuzzleSource {
  private let answers: WordList
  private let guesses: WordList

  /// Reads `answers.txt` and `guesses.txt`, which includes the answers. Throws if a list is broken or lacks an answer.
  public init(answers: [UInt8], guesses: [UInt8]) throws(ResourceFault) {
    self.answers = try WordList(file: answers, length: Wordle.length)
    self.guesses = try WordList(file: guesses, length: Wordle.length)
    if let stray = self.answers.words.first(where: { !self.guesses.contains($0) }) {
      throw ResourceFault(message: "the answer \"\(stray)\" is not among the accepted guesses")
    }
  }

  public func puzzleCount(settings: Wordle.Settings) -> Int? { answers.count }

  public var publicLists: [String: WordList] { ["guesses": guesses] }

  public func puzzle(
    for day: Day, season: SeasonKey, settings: Wordle.Settings
  ) throws(Rejection) -> Wordle.Puzzle {
    let index = season.index(for: day, purpose: Wordle.info.id, count: answers.count)
    return Wordle.Puzzle(answer: answers.words[index])
  }

  public func puzzle(
    seed: UInt64, settings: Wordle.Settings, excluding: PuzzleSet
  ) throws(Rejection) -> Wordle.Puzzle {
    var generator = SeededGenerator(seed: seed)
    let start = generator.number(below: answers.count)
    for step in 0..<answers.count {
      let answer = answers.words[(start + step) % answers.count]
      if !excluding.contains(PuzzleKey(answer)) { return Wordle.Puzzle(answer: answer) }
    }
    throw .noPuzzlesLeft
  }

  public func admit(_ move: Wordle.Move, to puzzle: Wordle.Puzzle) throws(Rejection) {
    guard case .word(let text) = move else { return }
    let word = try WordleWord(checking: text)
    try guesses.admit(word.text)
  }

  public func candidateMoves(
    in game: Wordle, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [Wordle.Move] {
    guard !game.isOver, limit > 0 else { return [] }
    let known = viewer == .outsider ? [] : game.guesses
    let rule = HardMode(ultra: true)
    let start = generator.number(below: guesses.count)
    var moves: [Wordle.Move] = []
    for step in 0..<guesses.count where moves.count < limit {
      let text = guesses.words[(start + step) % guesses.count]
      guard let word = WordleWord(text), rule.violation(by: word, after: known) == nil else { continue }
      moves.append(Wordle.Move(guess: text))
    }
    return moves
  }
}
