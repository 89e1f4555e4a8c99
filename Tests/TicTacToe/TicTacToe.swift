public import GameKit
import WireProtocol

public let ticTacToe = GameModule(ticTacToeSource)
let ticTacToeSource = NoPuzzleSource<TicTacToe> { game, player in
  game.mayMove(player) ? game.free.map { TicTacToe.Move(cell: $0) } : []
}

/// Three in a row, for two. Whoever moves first plays X.
struct TicTacToe: Game {
  struct Move: Codable { let cell: Cell }

  static let info = GameInfo(
    id: "tictactoe", title: "Tic-tac-toe", summary: "Three in a row, for two",
    rules: ["Type a free cell, such as b2. Three of yours in a row, a column or a diagonal win."], modes: [.together])
  static let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

  var marks = [Int](repeating: 2, count: 9)  // 0 for X, 1 for O, 2 for nobody
  var players: [PlayerID] = []
  var free: [Cell] { zip(Cell.all(3, 3), marks).filter { $1 == 2 }.map(\.0) }
  var turn: Int { 1 - free.count % 2 }
  var winner: Int? { [0, 1].first { mark in Self.lines.contains { $0.allSatisfy { marks[$0] == mark } } } }
  var isOver: Bool { winner != nil || free.isEmpty }

  init(puzzle: NoPuzzle, settings: NoSettings) {}

  func mayMove(_ player: PlayerID) -> Bool { !isOver && (players.firstIndex(of: player) ?? players.count) == turn }

  static func parse(_ line: String) throws(Rejection) -> Move {
    guard let cell = Cell(line) else { throw .badMove("Type a cell, such as b2") }
    return Move(cell: cell)
  }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard mayMove(player) else { throw Rejection("not_your_turn", "It is not your turn") }
    guard free.contains(move.cell) else { throw Rejection("not_free", "That is no free cell") }
    if !players.contains(player) { players.append(player) }
    marks[move.cell.y * 3 + move.cell.x] = turn
    return Turn(open: ["cell": .string(move.cell.name)])
  }

  func board(for viewer: Viewer) -> Board {
    let rows = [marks[..<3], marks[3..<6], marks[6...]].map { row in
      Board.Row(letters: String(row.map { Array("xo·")[$0] }), tiles: String(row.map { Array("🟪🟦⬜")[$0] }))
    }
    if isOver { return Board(title: "Tic-tac-toe", rows: rows, isGrid: true) }
    let next = turn == 0 ? "X is next" : "O is next"
    return Board(title: "Tic-tac-toe", rows: rows, prompt: next, gestures: [Gesture(.drag, "{x1},{y1}")], isGrid: true)
  }

  func outcome(for player: PlayerID) -> Outcome? {
    let (won, rows) = (winner.map { players[$0] == player }, board(for: .informed).rows)
    let grid = ShareGrid(headline: won.map { $0 ? "won" : "lost" } ?? "drawn", rows: rows.map(\.tiles))
    return isOver ? Outcome(won: won == true, score: won == true ? 1 : 0, grid: grid) : nil
  }
}
