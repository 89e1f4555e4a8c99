/// For games in which nothing is hidden, such as tic-tac-toe: there is but one puzzle, and it holds nothing.
///
/// A game with it needs neither ``Game/key(of:)`` nor ``Game/solution(of:)``, and its source only candidate moves.
public struct NoPuzzle: Codable, Hashable, Sendable {
  /// The only value.
  public init() {}
}

extension Game where Puzzle == NoPuzzle {
  public static func key(of puzzle: NoPuzzle) -> PuzzleKey { PuzzleKey("") }
  public static func solution(of puzzle: NoPuzzle) -> [Move] { [] }
}

extension PuzzleSource where G.Puzzle == NoPuzzle {
  public func puzzle(for day: Day, season: SeasonKey, settings: G.Settings) throws(Rejection) -> NoPuzzle { NoPuzzle() }

  /// The same again, however often it has been had.
  public func puzzle(
    seed: UInt64, settings: G.Settings, excluding: Set<PuzzleKey>
  ) throws(Rejection) -> NoPuzzle { NoPuzzle() }
}
