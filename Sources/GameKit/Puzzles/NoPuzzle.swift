/// For games in which nothing is hidden, such as tic-tac-toe: there is only one puzzle, and it holds nothing.
///
/// A game that uses it needs neither ``Game/key(of:)`` nor ``Game/solution(of:)``, and has its source ready made.
public struct NoPuzzle: Codable, Hashable, Sendable {
  /// The only value.
  public init() {}
}

extension Game where Puzzle == NoPuzzle {
  public static func key(of puzzle: NoPuzzle) -> PuzzleKey { PuzzleKey("") }
  public static func solution(of puzzle: NoPuzzle) -> [Move] { [] }
}

/// The source of a game without puzzles: it deals the one there is, again and again, and knows which moves may be made.
public struct NoPuzzleSource<G: Game>: PuzzleSource where G.Puzzle == NoPuzzle {
  private let moves: @Sendable (G, PlayerID) -> [G.Move]

  /// A source.
  ///
  /// - Parameter moves: what a player may play now, in any order; nothing when another has the turn.
  public init(moves: @escaping @Sendable (_ game: G, _ player: PlayerID) -> [G.Move]) { self.moves = moves }

  public func puzzle(for day: Day, season: SeasonKey, settings: G.Settings) throws(Rejection) -> NoPuzzle { NoPuzzle() }

  public func puzzle(
    seed: UInt64, settings: G.Settings, excluding: PuzzleSet
  ) throws(Rejection) -> NoPuzzle { NoPuzzle() }

  public func candidateMoves(
    in game: G, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [G.Move] {
    guard case .seat(let player) = viewer else { return [] }
    return generator.some(of: moves(game, player), limit)
  }
}
