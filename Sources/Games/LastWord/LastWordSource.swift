public import GameKit
public import WireProtocol

/// The words of Last Word, and the longer list of allowed guesses.
public struct LastWordSource: PuzzleSource {
  private let lists: GuessLists

  /// More words than anybody finds in time.
  private static let streamLength = 60

  /// The matches of some word lists.
  public init(_ lists: GuessLists) { self.lists = lists }

  public var publicLists: [String: WordList] { lists.publicLists }

  public func puzzle(
    for day: Day, season: SeasonKey, settings: LastWord.Settings
  ) throws(Rejection) -> LastWord.Puzzle {
    deal(season.generator(for: "\(LastWord.info.id)/\(day.number)"))
  }

  public func puzzle(
    seed: UInt64, settings: LastWord.Settings, excluding: PuzzleSet
  ) throws(Rejection) -> LastWord.Puzzle {
    // There are so many orders of the words that the next seed gives another one.
    for seed in (0..<64).map({ seed &+ $0 }) {
      let puzzle = deal(SeededGenerator(seed: seed))
      if !excluding.contains(LastWord.key(of: puzzle)) { return puzzle }
    }
    throw .noPuzzlesLeft
  }

  private func deal(_ generator: SeededGenerator) -> LastWord.Puzzle {
    var generator = generator
    var words = lists.answers.words
    generator.shuffle(&words)
    return LastWord.Puzzle(words: Array(words.prefix(Self.streamLength)))
  }

  public func admit(_ move: LastWord.Move, to puzzle: LastWord.Puzzle) throws(Rejection) {
    try lists.admit(WordGuess(guess: move.guess))
  }

  public func candidateMoves(
    in game: LastWord, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [LastWord.Move] {
    guard case .seat(let player) = viewer, limit > 0, !game.isOver,
      let own = game.contestants.first(where: { $0.id == player && $0.place == nil }), game.word(own.position) != nil
    else { return [] }
    return lists.some(limit, using: &generator) { word in own.guesses.allSatisfy { $0.fits(word) } }
      .map { LastWord.Move(guess: $0) }
  }

  /// Allowed words that would have brought the board's colours.
  public func candidateMoves(
    on board: Board, settings: LastWord.Settings, limit: Int, using generator: inout SeededGenerator
  ) -> [LastWord.Move] {
    guard !board.prompt.isEmpty, limit > 0 else { return [] }
    let own = board.rows.compactMap(JudgedGuess.init)
    return lists.some(limit, using: &generator) { word in own.allSatisfy { $0.fits(word) } }
      .map { LastWord.Move(guess: $0) }
  }
}
