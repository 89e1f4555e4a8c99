public import GameKit
import WireProtocol

public let sticks = GameModule(NoPuzzleSource<Sticks>())

/// Ten sticks: a move takes one to three, and must take the last one. Without gestures and keyboard, a client can only
/// send typed text. Clients were not built with it.
struct Sticks: Game {
  struct Move: Codable { let take: Int }

  static let info = GameInfo(
    id: "sticks", title: "Sticks", summary: "Take the last stick", rules: ["Type how many you take: 1, 2 or 3."],
    modes: [.daily, .together, .practice])

  var taken: [Int] = []
  var left: Int { 10 - taken.reduce(0, +) }

  init(puzzle: NoPuzzle, settings: NoSettings) {}

  static func parse(_ line: String) throws(Rejection) -> Move {
    guard let take = Int(line) else { throw .badMove("Type how many you take, such as 2") }
    return Move(take: take)
  }

  func candidates(for player: PlayerID) -> [Move] { (1...3).filter { $0 <= left }.map { Move(take: $0) } }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard (1...3).contains(move.take), move.take <= left else {
      throw Rejection("not_so_many", "Take one, two or three of the sticks that are left")
    }
    taken.append(move.take)
    return Turn(open: ["take": .int(move.take)])
  }

  func board(for viewer: Viewer) -> Board {
    let row = Board.Row(
      letters: String(repeating: " ", count: 10 - left) + String(repeating: "|", count: left),
      tiles: String(repeating: "⬛", count: 10 - left) + String(repeating: "⬜", count: left))
    return Board(
      title: "Sticks", rows: [row], prompt: left == 0 ? "" : "How many do you take?", notes: ["\(left) left"])
  }

  func outcome(for player: PlayerID) -> Outcome? {
    guard left == 0 else { return nil }
    let grid = ShareGrid(headline: "in \(taken.count)", rows: [String(repeating: "🟩", count: taken.count)])
    return Outcome(won: true, tries: taken.count, score: -taken.count, praise: "Well taken", grid: grid)
  }
}
