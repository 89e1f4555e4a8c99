public import GameKit
public import WireProtocol

/// The words of Last Word, and the longer list of allowed guesses.
public struct LastWordSource: PuzzleSource {
  private let answers: WordList
  private let guesses: WordList

  /// More words than anybody finds in time.
  private static let streamLength = 60
  /// The most words that are searched for candidates.
  private static let mostTried = 1000

  /// Reads both lists. Throws if one is broken.
  public init(answers: [UInt8], guesses: [UInt8]) throws(ResourceFault) {
    self.answers = try WordList(file: answers, length: LastWord.Rules.length)
    self.guesses = try WordList(file: guesses, length: LastWord.Rules.length)
  }

  public var publicLists: [String: WordList] { ["guesses": guesses] }

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
    var words = answers.words
    generator.shuffle(&words)
    return LastWord.Puzzle(words: Array(words.prefix(Self.streamLength)))
  }

  public func admit(_ move: LastWord.Move, to puzzle: LastWord.Puzzle) throws(Rejection) {
    try WordList.check(move.guess, length: LastWord.Rules.length)
    try guesses.admit(move.guess)
  }

  public func candidateMoves(
    in game: LastWord, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [LastWord.Move] {
    guard case .seat(let player) = viewer, limit > 0, !game.isOver,
      let own = game.contestants.first(where: { $0.id == player && $0.place == nil }), game.word(own.position) != nil
    else { return [] }
    let start = generator.number(below: guesses.count)
    return (0..<min(guesses.count, Self.mostTried)).lazy.map { guesses.words[(start + $0) % guesses.count] }
      .filter { word in own.guesses.allSatisfy { $0.isConsistent(word) } }
      .prefix(limit).map { LastWord.Move(guess: $0) }
  }

  /// Allowed words that would have brought the board's colours.
  public func candidateMoves(
    on board: Board, settings: LastWord.Settings, limit: Int, using generator: inout SeededGenerator
  ) -> [LastWord.Move] {
    guard !board.prompt.isEmpty, limit > 0 else { return [] }
    let own = board.rows.filter { !$0.tiles.contains(Tile.open.rawValue) }
      .map { Contestant.Guess(word: $0.letters.lowercased(), tiles: $0.tiles) }
    let start = generator.number(below: guesses.count)
    return guesses.words.indices.lazy.map { guesses.words[(start + $0) % guesses.count] }
      .filter { word in own.allSatisfy { $0.isConsistent(word) && $0.produces(word) } }
      .prefix(limit).map { LastWord.Move(guess: $0) }
  }
}

extension Contestant.Guess {
  /// Whether a word would have brought these colours.
  fileprivate func produces(_ other: String) -> Bool {
    String(LetterColours.tiles(of: Array(word.utf8), against: Array(other.utf8)).map(\.rawValue)) == tiles
  }

  /// Whether a word is consistent with the colours, ignoring how often a letter occurs.
  fileprivate func isConsistent(_ other: String) -> Bool {
    let other = Array(other.utf8)
    let (letters, colours) = (Array(word.utf8), Array(tiles))
    let hinted = zip(letters, colours).filter { $1 != Tile.absent.rawValue }.map(\.0)
    for (place, (letter, colour)) in zip(letters, colours).enumerated() where other.indices.contains(place) {
      switch colour {
      case Tile.right.rawValue: if other[place] != letter { return false }
      case Tile.elsewhere.rawValue: if other[place] == letter || !other.contains(letter) { return false }
      default: if other[place] == letter || !hinted.contains(letter) && other.contains(letter) { return false }
      }
    }
    return true
  }
}
