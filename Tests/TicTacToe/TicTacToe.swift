public import GameKit
import WireProtocol

public let ticTacToe = GameModule(ticTacToeSource)

let ticTacToeSource = NoPuzzleSource<TicTacToe> { game, player in
  game.mayMove(player) ? game.freeCells.map { TicTacToe.Move(cell: $0) } : []
}

/// Three in a row, for two. Whoever moves first plays X.
struct TicTacToe: Game {
  struct Move: Codable { let cell: Cell }
  enum Mark: Int, Codable { case x, o }

  static let lines = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8],
    [0, 3, 6], [1, 4, 7], [2, 5, 8],
    [0, 4, 8], [2, 4, 6],
  ]

  var marks = [Mark?](repeating: nil, count: 9)
  var players: [PlayerID] = []

  init(puzzle: NoPuzzle, settings: NoSettings) {}

  var freeCells: [Cell] { Cell.all(3, 3).filter { marks[Self.index(of: $0)] == nil } }
  var next: Mark { freeCells.count.isMultiple(of: 2) ? .o : .x }
  var winner: Mark? { [.x, .o].first(where: hasLine) }
  var isOver: Bool { winner != nil || freeCells.isEmpty }

  func hasLine(_ mark: Mark) -> Bool {
    Self.lines.contains { line in line.allSatisfy { marks[$0] == mark } }
  }

  static func index(of cell: Cell) -> Int { cell.y * 3 + cell.x }

  func mayMove(_ player: PlayerID) -> Bool {
    let seat = players.firstIndex(of: player) ?? players.count
    return !isOver && seat == next.rawValue
  }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard mayMove(player) else { throw Rejection("not_your_turn", "It is not your turn") }
    guard freeCells.contains(move.cell) else { throw Rejection("not_free", "That is no free cell") }
    if !players.contains(player) { players.append(player) }
    marks[Self.index(of: move.cell)] = next
    return Turn(open: ["cell": .string(move.cell.name)])
  }
}

extension TicTacToe {
  static let info = GameInfo(
    id: "tictactoe", title: "Tic-tac-toe", summary: "Three in a row, for two",
    rules: ["Type a free cell, such as b2. Three of yours in a row, a column or a diagonal win."],
    modes: [.together])

  static func parse(_ line: String) throws(Rejection) -> Move {
    guard let cell = Cell(line) else { throw .badMove("Type a cell, such as b2") }
    return Move(cell: cell)
  }

  func board(for viewer: Viewer) -> Board {
    var board = Board(title: "Tic-tac-toe", rows: rows, isGrid: true)
    if !isOver {
      board.prompt = next == .x ? "X is next" : "O is next"
      board.gestures = [Gesture(.drag, "{x1},{y1}")]
    }
    return board
  }

  var rows: [Board.Row] {
    [marks[0..<3], marks[3..<6], marks[6..<9]].map { row in
      Board.Row(letters: row.map(Self.letter).joined(), tiles: row.map(Self.tile).joined())
    }
  }

  static func letter(_ mark: Mark?) -> String {
    switch mark {
    case .x: "x"
    case .o: "o"
    case nil: "·"
    }
  }

  static func tile(_ mark: Mark?) -> String {
    switch mark {
    case .x: "🟪"
    case .o: "🟦"
    case nil: "⬜"
    }
  }

  func outcome(for player: PlayerID) -> Outcome? {
    guard isOver else { return nil }
    let won = winner.map { players[$0.rawValue] == player }
    let headline = won.map { $0 ? "won" : "lost" } ?? "drawn"
    return Outcome(
      won: won == true, score: won == true ? 1 : 0, grid: ShareGrid(headline: headline, rows: rows.map(\.tiles)))
  }
}
