public import GameKit
import WordleSearch

/// Wordle's puzzles and vocabulary: about 2,300 answers, and the longer list of allowed guesses.
public struct WordleSource: PuzzleSource {
  let lists: GuessLists
  let values: GuessValues

  /// The puzzles of some word lists.
  ///
  /// - Parameter trees: files of ways to guess these answers, for analyses; none is needed where there are few answers.
  public init(_ lists: GuessLists, trees: [[UInt8]] = []) {
    self.init(lists, trees: trees, width: .fast)
  }

  init(_ lists: GuessLists, trees: [[UInt8]] = [], width: SearchWidth) {
    self.lists = lists
    values = GuessValues(
      answers: lists.answers.words.compactMap { PackedWord($0) }, accepted: lists.packed,
      trees: trees.compactMap { DecisionTree(text: String(decoding: $0, as: UTF8.self)) }, width: width)
  }

  private var answers: WordList { lists.answers }
  var guesses: WordList { lists.guesses }

  public func puzzleCount(settings: Wordle.Settings) -> Int? { answers.count }

  public var publicLists: [String: WordList] { lists.publicLists }

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
    try lists.admit(move)
  }

  public func candidateMoves(
    in game: Wordle, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [Wordle.Move] {
    guard !game.isOver, limit > 0 else { return [] }
    let known = viewer == .outsider ? [] : game.guesses
    let rule = HardMode(ultra: true)
    return lists.some(limit, using: &generator) { rule.violation(by: $0, after: known) == nil }
      .map { Wordle.Move(guess: $0) }
  }
}
