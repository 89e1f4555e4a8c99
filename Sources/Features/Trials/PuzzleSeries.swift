import GameKit
import WireProtocol

/// The puzzles of a trial: derived from a seed, without a repetition until all were dealt, and made on demand.
struct PuzzleSeries {
  private let game: GameModule
  private let settings: JSON
  private var seeds: SeededGenerator
  private var had: PuzzleSet = []
  private var digest = SHA256()

  /// A series; equal games, settings and seeds give the same puzzles in the same order.
  init(of game: GameModule, settings: JSON, seed: Int) {
    self.game = game
    self.settings = settings
    seeds = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
  }

  /// Identifies the sequence of dealt puzzles.
  var name: String { String(digest.finished().hex.prefix(16)) }

  /// The next puzzle, without a move.
  ///
  /// - Throws: the source's rejection, if none can be dealt even with all allowed.
  mutating func next() throws(Rejection) -> Match {
    let seed = seeds.next()
    let match: Match
    do throws(Rejection) {
      match = try game.match(seed: seed, settings: settings, excluding: had)
    } catch {
      guard !had.isEmpty else { throw error }
      // All were dealt: they repeat in another order.
      had = []
      match = try game.match(seed: seed, settings: settings, excluding: had)
    }
    had.insert(match.puzzleKey)
    digest.update(match.puzzleKey.text.utf8)
    digest.update(CollectionOfOne(UInt8(0)))
    return match
  }
}
