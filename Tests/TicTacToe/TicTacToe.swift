public import GameKit
import WireProtocol

public let ticTacToe = GameModule(ticTacToeSource)

let ticTacToeSource = NoPuzzleSource<TicTacToe>()

/// Tic-tac-toe for two players.
struct TicTacToe: TurnGame {
  struct Move: Codable, Hashable { let cell: Cell }

  static let lines = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8],
    [0, 3, 6], [1, 4, 7], [2, 5, 8],
    [0, 4, 8], [2, 4, 6],
  ]

  var turns = Turns()
  /// The seat that has taken each cell.
  var marks = [Int?](repeating: nil, count: 9)

  init(puzzle: NoPuzzle, settings: NoSettings) {}

  var freeCells: [Cell] { Cell.all(3, 3).filter { marks[Self.index(of: $0)] == nil } }

  static func index(of cell: Cell) -> Int { cell.y * 3 + cell.x }

  func hasLine(_ seat: Int) -> Bool {
    Self.lines.contains { line in line.allSatisfy { marks[$0] == seat } }
  }

  func candidates(for player: PlayerID) -> [Move] { turns.player == player ? freeCells.map { Move(cell: $0) } : [] }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    let seat = try turns.seat(moving: player)
    guard freeCells.contains(move.cell) else { throw Rejection("not_free", "That is no free cell") }
    marks[Self.index(of: move.cell)] = seat
    if hasLine(seat) {
      turns.win(seat)
    } else if freeCells.isEmpty {
      turns.draw()
    } else {
      turns.pass()
    }
    return Turn(open: ["cell": .string(move.cell.name)])
  }
}

extension TicTacToe {
  static let info = GameInfo(
    id: "tictactoe", title: "Tic-tac-toe", summary: "Three in a row, for two",
    rules: ["Three of yours in a row, a column or a diagonal win."],
    typing: ["Type a free cell, such as b2."], modes: [.together], seats: .exactly(2))

  static func parse(_ line: String) throws(Rejection) -> Move {
    guard let cell = Cell(line) else { throw .badMove("Type a cell, such as b2") }
    return Move(cell: cell)
  }

  func board(for viewer: Viewer) -> Board {
    var board = Board(title: "Tic-tac-toe", rows: rows, isGrid: true)
    board.seats = turns.players.enumerated().map { Board.Seat($1, mark: Self.tile($0)) }
    guard let player = turns.player else { return board }
    board.prompt = viewer == .seat(player) ? "Your turn" : "The other's turn"
    board.gestures = [Gesture(.drag, "{x1},{y1}")]
    return board
  }

  var rows: [Board.Row] {
    [marks[0..<3], marks[3..<6], marks[6..<9]].map { row in
      Board.Row(letters: row.map(Self.letter).joined(), tiles: row.map(Self.tile).joined())
    }
  }

  static func letter(_ seat: Int?) -> String { seat == nil ? "·" : seat == 0 ? "x" : "o" }

  static func tile(_ seat: Int?) -> String { seat == nil ? "⬜" : seat == 0 ? "🟪" : "🟦" }
}
