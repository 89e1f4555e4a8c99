public import GameKit
import WireProtocol

public let connectFour = GameModule(connectFourSource)

let connectFourSource = NoPuzzleSource<ConnectFour>()

/// Four in a row, for two: whoever has the turn drops a disc into a column.
struct ConnectFour: TurnGame {
  struct Move: Codable, Hashable { let column: Int }

  static let (width, height) = (7, 6)
  static let marks = [Tile.red, .blue].map { String($0.rawValue) }
  static let directions = [(1, 0), (0, 1), (1, 1), (1, -1)]

  var turns = Turns()
  /// The seats whose discs lie in each column, from the bottom.
  var columns = [[Int]](repeating: [], count: width)

  init(puzzle: NoPuzzle, settings: NoSettings) {}

  func disc(_ x: Int, _ y: Int) -> Int? {
    columns.indices.contains(x) && columns[x].indices.contains(y) ? columns[x][y] : nil
  }

  func hasFour(through x: Int, _ y: Int) -> Bool {
    Self.directions.contains { dx, dy in
      func run(_ sign: Int) -> Int {
        (1...3).prefix { disc(x + sign * dx * $0, y + sign * dy * $0) == disc(x, y) }.count
      }
      return run(1) + run(-1) >= 3
    }
  }

  func candidates(for player: PlayerID) -> [Move] {
    guard turns.player == player else { return [] }
    return columns.indices.filter { columns[$0].count < Self.height }.map { Move(column: $0 + 1) }
  }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    let seat = try turns.seat(moving: player)
    guard (1...Self.width).contains(move.column), columns[move.column - 1].count < Self.height else {
      throw Rejection("no_room", "There is no room in that column")
    }
    let x = move.column - 1
    columns[x].append(seat)
    if hasFour(through: x, columns[x].count - 1) {
      turns.win(seat)
    } else if columns.allSatisfy({ $0.count == Self.height }) {
      turns.draw()
    } else {
      turns.pass()
    }
    return Turn(open: ["column": .int(move.column)])
  }
}

extension ConnectFour {
  static let info = GameInfo(
    id: "connectfour", title: "Connect Four", summary: "Four in a row, for two",
    rules: ["Type a column, 1 to 7. Four of yours in a row, a column or a diagonal win."],
    modes: [.together], seats: .exactly(2))

  static func parse(_ line: String) throws(Rejection) -> Move {
    guard let column = Int(line) ?? Cell(line).map({ $0.x + 1 }) else {
      throw .badMove("Type a column, such as 4")
    }
    return Move(column: column)
  }

  func board(for viewer: Viewer) -> Board {
    let rows = (0..<Self.height).reversed().map { y in
      let discs = columns.indices.map { disc($0, y) }
      return Board.Row(
        letters: discs.map { $0 == nil ? "·" : $0 == 0 ? "o" : "x" }.joined(),
        tiles: discs.map { $0.map { Self.marks[$0] } ?? "⬜" }.joined())
    }
    var board = Board(title: "Connect Four", rows: rows, isGrid: true)
    board.seats = turns.players.enumerated().map { Board.Seat($1, mark: Self.marks[$0]) }
    guard let player = turns.player else { return board }
    board.prompt = viewer == .seat(player) ? "Your turn: type a column" : "Wait for the other's turn"
    board.gestures = [Gesture(.drag, "{x1},{y1}")]
    return board
  }
}

extension ConnectFour: SearchableGame {
  static func determinization(
    of observation: Observation, settings: NoSettings, using generator: inout SeededGenerator
  ) -> ConnectFour? {
    var game = ConnectFour(puzzle: NoPuzzle(), settings: settings)
    game.turns = Turns(players: observation.players, toMove: observation.toMove.first)
    for row in observation.board.rows.reversed() {
      for (x, letter) in row.letters.prefix(width).enumerated() where letter != "·" {
        game.columns[x].append(letter == "o" ? 0 : 1)
      }
    }
    return game
  }
}
