import GameKit
import ParlorCore
import WireProtocol

/// The effect of a planted bug on a match's moves: every other one is replaced, with matching hashes, as if a start
/// compared none.
enum UncomparedMoves {
  private static let game = GameModule(MarkSource())

  static func moves(_ moves: [StoredMove], of match: StoredMatch) -> [StoredMove] {
    guard let puzzle = try? JSON(parsing: match.puzzle), let settings = try? JSON(parsing: match.settings),
      var played = try? game.match(puzzle: puzzle, settings: settings)
    else { return moves }
    return moves.map { move in
      var stored = move
      if move.index % 2 == 1 { stored.move = other(than: move.move) }
      guard let again = try? JSON(parsing: stored.move),
        (try? played.replay(again, by: move.player, at: move.elapsed)) != nil
      else { return move }
      stored.stateHash = played.stateHash
      return stored
    }
  }

  /// The same guess under another mark.
  private static func other(than move: [UInt8]) -> [UInt8] {
    guard let guess = try? JSON(parsing: move)["guess"]?.stringValue, let number = guess.split(separator: "=").last
    else { return move }
    let other: JSON = ["guess": .string("0/0=\(number)")]
    return Array(other.text.utf8)
  }
}
