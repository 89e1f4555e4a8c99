public import WireProtocol

/// Where a game's puzzles come from, and the owner of its word lists.
///
/// A source is made once, at start, from the bytes of its resources. It is deterministic: the same day and
/// season, or the same seed, give the same puzzle everywhere and in every later version.
public protocol PuzzleSource: Sendable {
  /// The game whose puzzles these are.
  associatedtype G: Game

  /// The day's puzzle. No puzzle comes twice until all have been used.
  ///
  /// - Throws: a rejection if there is none for these settings.
  func puzzle(for day: Day, season: SeasonKey, settings: G.Settings) throws(Rejection) -> G.Puzzle

  /// What names the day's puzzle. The default makes the puzzle; sources for which that takes long answer at once.
  ///
  /// - Throws: a rejection if there is none for these settings.
  func key(for day: Day, season: SeasonKey, settings: G.Settings) throws(Rejection) -> PuzzleKey

  /// A puzzle from a seed.
  ///
  /// - Parameter excluding: puzzles to leave out: those a player has had, and those kept for dailies. Empty for a seed
  ///   that a client chose, so that it means the same puzzle to everyone.
  /// - Throws: ``Rejection/noPuzzlesLeft`` when everything is excluded.
  func puzzle(seed: UInt64, settings: G.Settings, excluding: PuzzleSet) throws(Rejection) -> G.Puzzle

  /// A puzzle from a seed and the words that whoever has opened the room keeps, in a game whose
  /// ``GameInfo/takesWords``.
  ///
  /// - Throws: as for a puzzle without such words.
  func puzzle(
    seed: UInt64, settings: G.Settings, excluding: PuzzleSet, words: OwnWords
  ) throws(Rejection) -> G.Puzzle

  /// How many puzzles there are with these settings; `nil`, the default, where that is not known. A series of so
  /// many seeded puzzles, each excluding those before, has every puzzle once.
  func puzzleCount(settings: G.Settings) -> Int?

  /// For how many days dailies with these settings come without one that has come before; `nil` where nobody has
  /// counted. The default is as many as there are puzzles. Rounds keep clear of a block of dailies and of decoys, the
  /// fewer the smaller this number is.
  func dayCount(settings: G.Settings) -> Int?

  /// Refuses moves outside the game's vocabulary. Asked before `play`; not asked when a log is replayed.
  /// The default admits everything.
  func admit(_ move: G.Move, to puzzle: G.Puzzle) throws(Rejection)

  /// The word lists that players and bots may read, by name. Never tells which words are solutions.
  var publicLists: [String: WordList] { get }

  /// Decks of words to learn. The default has none.
  var decks: [WordDeck] { get }

  /// Up to `limit` moves worth trying, from what `viewer` can see of `game`: for bots and checks.
  func candidateMoves(
    in game: G, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [G.Move]

  /// Up to `limit` moves worth trying, made from a player's board and nothing else: for bots, in games whose boards
  /// list no moves because there are too many, such as those of words. The default has none.
  ///
  /// It runs in the bot's process. The moves come from the lists that players may read, so that they tell nothing of
  /// which words are solutions; the game accepts each of them.
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
