public import GameKit
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

public let fuse = GameModule(NoPuzzleSource<Fuse>())

/// A fuse that burns down in three moves. With the variable `FUSE_BLOWS` set, the third move traps, as if its author
/// had broken the game after matches were stored.
struct Fuse: Game {
  struct Move: Codable { let burn: Int }

  static let info = GameInfo(
    id: "fuse", title: "Fuse", summary: "Burn it down", rules: ["Type 1, four times."],
    modes: [.daily, .together, .practice])

  var burnt = 0

  init(puzzle: NoPuzzle, settings: NoSettings) {}

  static func parse(_ line: String) throws(Rejection) -> Move {
    guard let burn = Int(line) else { throw .badMove("Type 1") }
    return Move(burn: burn)
  }

  func candidates(for player: PlayerID) -> [Move] { burnt < 4 ? [Move(burn: 1)] : [] }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard move.burn == 1, burnt < 4 else { throw .badMove("Type 1") }
    burnt += 1
    precondition(burnt < 3 || getenv("FUSE_BLOWS") == nil, "the fuse blows")
    return Turn(open: ["burnt": .int(burnt)])
  }

  func board(for viewer: Viewer) -> Board {
    let tiles = String(repeating: "🟥", count: burnt) + String(repeating: "⬜", count: 4 - burnt)
    let row = Board.Row(letters: String(repeating: " ", count: 4), tiles: tiles)
    return Board(title: "Fuse", rows: [row], prompt: burnt == 4 ? "" : "Burn", notes: ["\(burnt)/4"])
  }

  func outcome(for player: PlayerID) -> Outcome? {
    guard burnt == 4 else { return nil }
    return Outcome(won: true, score: 1, grid: ShareGrid(headline: "burnt", rows: ["🟥🟥🟥🟥"]))
  }
}
