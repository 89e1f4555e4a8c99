public import WireProtocol

/// Supplies a game's puzzles, and owns its word lists.
///
/// A source is made once, at the start, from the bytes of its resources. It is deterministic: the same day and season,
/// or the same seed, give the same puzzle everywhere and in every later version.
public protocol PuzzleSource: Sendable {
  /// The game whose puzzles these are.
  associatedtype G: Game

  /// The day's puzzle. No puzzle repeats until all have been used.
  ///
  /// - Throws: a rejection if there is none for these settings.
  func puzzle(for day: Day, season: SeasonKey, settings: G.Settings) throws(Rejection) -> G.Puzzle

  /// The key of the day's puzzle. The default makes the puzzle; a source whose puzzles are slow to make should compute
  /// the key directly.
  ///
  /// - Throws: a rejection if there is none for these settings.
  func key(for day: Day, season: SeasonKey, settings: G.Settings) throws(Rejection) -> PuzzleKey

  /// A puzzle from a seed.
  ///
  /// - Parameter excluding: excluded puzzles: those that a player has had, and those reserved for dailies. Empty for a
  ///   seed that a client chose, so that it gives everyone the same puzzle.
  /// - Throws: ``Rejection/noPuzzlesLeft`` if all are excluded.
  func puzzle(seed: UInt64, settings: G.Settings, excluding: PuzzleSet) throws(Rejection) -> G.Puzzle

  /// A puzzle from a seed and the room creator's own words, in a game with ``GameInfo/takesWords``.
  ///
  /// - Throws: as for a puzzle without such words.
  func puzzle(
    seed: UInt64, settings: G.Settings, excluding: PuzzleSet, words: OwnWords
  ) throws(Rejection) -> G.Puzzle

  /// The number of puzzles with these settings; `nil`, the default, if unknown. A series of that many seeded puzzles,
  /// each excluding those before, contains every puzzle once.
  func puzzleCount(settings: G.Settings) -> Int?

  /// The number of days without a repeated daily with these settings; `nil` if unknown. The default is the number of
  /// puzzles. Rounds avoid a block of dailies and of decoys, which is smaller if this number is.
  func dayCount(settings: G.Settings) -> Int?

  /// Rejects moves outside the game's vocabulary. Called before `play`, but not for a replay. The default accepts
  /// everything.
  func admit(_ move: G.Move, to puzzle: G.Puzzle) throws(Rejection)

  /// The word lists that players and bots may read, by name. They must not reveal which words are solutions.
  var publicLists: [String: WordList] { get }

  /// Word decks for learning. Default: none.
  var decks: [WordDeck] { get }

  /// Up to `limit` moves worth trying, based on what `viewer` can see of `game`: for bots and checks.
  func candidateMoves(
    in game: G, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [G.Move]

  /// Up to `limit` moves worth trying, made from a player's board only: for bots, in games whose boards list no moves
  /// because there are too many, such as word games. Default: none.
  ///
  /// It runs in the bot's process. The moves come from lists that players may read, so they reveal nothing about
  /// solutions; the game accepts each of them.
  func candidateMoves(
    on board: Board, settings: G.Settings, limit: Int, using generator: inout SeededGenerator
  ) -> [G.Move]
}

extension PuzzleSource {
  public func key(for day: Day, season: SeasonKey, settings: G.Settings) throws(Rejection) -> PuzzleKey {
    G.key(of: try puzzle(for: day, season: season, settings: settings))
  }

  public func puzzle(
    seed: UInt64, settings: G.Settings, excluding: PuzzleSet, words: OwnWords
  ) throws(Rejection) -> G.Puzzle {
    try puzzle(seed: seed, settings: settings, excluding: excluding)
  }

  public func puzzleCount(settings: G.Settings) -> Int? { nil }
  public func dayCount(settings: G.Settings) -> Int? { puzzleCount(settings: settings) }
  public func admit(_ move: G.Move, to puzzle: G.Puzzle) throws(Rejection) {}
  public var publicLists: [String: WordList] { [:] }
  public var decks: [WordDeck] { [] }

  public func candidateMoves(
    on board: Board, settings: G.Settings, limit: Int, using generator: inout SeededGenerator
  ) -> [G.Move] { [] }
}
