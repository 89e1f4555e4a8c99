import GameKit
import WireProtocol

/// The puzzles of a trial: from one seed, none twice until the game has no others, made as they are needed.
struct PuzzleSeries {
  private let game: GameModule
  private let settings: JSON
  private var seeds: SeededGenerator
  private var had: PuzzleSet = []
  private var digest = SHA256()

  /// A series; the same game, settings and seed give the same puzzles in the same order.
  init(of game: GameModule, settings: JSON, seed: Int) {
    self.game = game
    self.settings = settings
    seeds = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
  }

  /// Names the puzzles that have been dealt, in their order.
  var name: String { String(digest.finished().hex.prefix(16)) }

  /// The next puzzle, with nobody's move yet.
  ///
  /// - Throws: the source's rejection, when even with all puzzles to choose from there is none.
  mutating func next() throws(Rejection) -> Match {
    let seed = seeds.next()
    let match: Match
    do throws(Rejection) {
      match = try game.match(seed: seed, settings: settings, excluding: had)
    } catch {
      guard !had.isEmpty else { throw error }
      // All have been had: they come again, in another order.
      had = []
      match = try game.match(seed: seed, settings: settings, excluding: had)
    }
    had.insert(match.puzzleKey)
    digest.update(match.puzzleKey.text.utf8)
    digest.update(CollectionOfOne(UInt8(0)))
    return match
  }
}
