/// The puzzle of games in which nothing is hidden, such as tic-tac-toe: there is only one, and it is empty.
///
/// A game with it needs neither ``Game/key(of:)`` nor ``Game/solution(of:)``, and can use ``NoPuzzleSource``.
public struct NoPuzzle: Codable, Hashable, Sendable {
  /// The only value.
  public init() {}
}

extension Game where Puzzle == NoPuzzle {
  public static func key(of puzzle: NoPuzzle) -> PuzzleKey { PuzzleKey("") }
  public static func solution(of puzzle: NoPuzzle) -> [Move] { [] }
}

/// The source of a game without puzzles: it returns the one puzzle each time. The game must list its
/// ``Game/candidates(for:)``.
public struct NoPuzzleSource<G: Game>: PuzzleSource where G.Puzzle == NoPuzzle {
  /// The only value.
  public init() {}

  public func puzzle(for day: Day, season: SeasonKey, settings: G.Settings) throws(Rejection) -> NoPuzzle { NoPuzzle() }

  public func puzzle(
    seed: UInt64, settings: G.Settings, excluding: PuzzleSet
  ) throws(Rejection) -> NoPuzzle { NoPuzzle() }

  public func candidateMoves(
    in game: G, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [G.Move] {
    game.someCandidates(for: viewer, limit: limit, using: &generator)
  }
}

extension Game {
  /// Some of the game's candidate moves of a viewer, in random order.
  func someCandidates(for viewer: Viewer, limit: Int, using generator: inout SeededGenerator) -> [Move] {
    guard case .seat(let player) = viewer else { return [] }
    return generator.some(of: candidates(for: player), limit)
  }
}
