public import GameKit
import WireProtocol

public let battleship = GameModule(battleshipSource)

let battleshipSource = NoPuzzleSource<Battleship>()

/// Each hides ships in a sea of their own; then they shoot in turns, and whoever has hit all of the other's has won.
struct Battleship: TurnGame {
  struct Move: Codable, Hashable {
    /// Both ends of a ship.
    var ship: [Cell]?
    var shot: Cell?
  }

  struct Settings: GameSettings {
    var size = 6
    /// To move in.
    var seconds = 60

    func validate() throws(Rejection) {
      guard (4...8).contains(size) else { throw .badSettings("\"size\" is a number from 4 to 8") }
      guard (10...300).contains(seconds) else { throw .badSettings("\"seconds\" is a number from 10 to 300") }
    }
  }

  struct Sea: Codable {
    var ships: [[Cell]] = []
    var shots: [Cell] = []

    var isSunk: Bool { ships.allSatisfy { $0.allSatisfy(shots.contains) } }
  }

  let settings: Settings
  var turns = Turns()
  /// By seat.
  var seas = [Sea(), Sea()]
  /// When whoever has to move is late, in milliseconds since the beginning.
  var until: Int64 = 0

  init(puzzle: NoPuzzle, settings: Settings) { self.settings = settings }

  var cells: [Cell] { Cell.all(settings.size, settings.size) }

  private func isOnSea(_ cell: Cell) -> Bool {
    cell.x >= 0 && cell.x < settings.size && cell.y >= 0 && cell.y < settings.size
  }

  var lengths: [Int] { settings.size < 6 ? [2, 1] : [3, 2, 2] }
  var isPlacing: Bool { !turns.players.isEmpty && turns.players.indices.contains { nextLength($0) != nil } }
  var deadline: Elapsed? { turns.player == nil ? nil : Elapsed(milliseconds: until) }

  var toMove: [PlayerID] {
    guard isPlacing, !turns.isOver else { return turns.player.map { [$0] } ?? [] }
    return turns.players.indices.filter { nextLength($0) != nil }.map { turns.players[$0] }
  }

  /// Of the ship that somebody has to place; `nil` once all are there.
  func nextLength(_ seat: Int) -> Int? {
    let count = seas[seat].ships.count
    return lengths.indices.contains(count) ? lengths[count] : nil
  }

  func candidates(for player: PlayerID) -> [Move] {
    guard toMove.contains(player), let seat = turns.seat(of: player) else { return [] }
    if let length = nextLength(seat) { return places(length, seat).map { Move(ship: $0) } }
    let shots = Set(seas[1 - seat].shots)
    return cells.filter { !shots.contains($0) }.map { Move(shot: $0) }
  }

  /// Where a ship of some length may lie, by its ends.
  func places(_ length: Int, _ seat: Int) -> [[Cell]] {
    let ends = cells.flatMap { start in
      [
        [start, Cell(x: start.x + length - 1, y: start.y)],
        [start, Cell(x: start.x, y: start.y + length - 1)],
      ].prefix(length == 1 ? 1 : 2)
    }
    return ends.filter { ship($0, length, seat) != nil }
  }

  /// The cells of a ship; `nil` where it cannot lie.
  func ship(_ ends: [Cell], _ length: Int, _ seat: Int) -> [Cell]? {
    guard ends.count == 2, ends.allSatisfy(isOnSea), ends[0].x == ends[1].x || ends[0].y == ends[1].y else {
      return nil
    }
    let columns = min(ends[0].x, ends[1].x)...max(ends[0].x, ends[1].x)
    let rows = min(ends[0].y, ends[1].y)...max(ends[0].y, ends[1].y)
    let ship = rows.flatMap { y in columns.map { Cell(x: $0, y: y) } }
    let isFree = !ship.contains { cell in seas[seat].ships.contains { $0.contains(cell) } }
    return ship.count == length && isFree ? ship : nil
  }

  mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard event == .time else {
      let turn = try turns.handle(event)
      if case .begin = event { wait(at: elapsed) }
      return turn
    }
    let late = toMove
    guard late.count < 2 else {
      turns.draw()
      return Turn(open: [:], spentTry: false, openRemark: "Both were late")
    }
    return try turns.handle(.flag(late.first ?? turns.players[0]))
  }

  private mutating func wait(at elapsed: Elapsed) { until = elapsed.milliseconds &+ Int64(settings.seconds) * 1000 }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard !turns.isOver else { throw .gameOver }
    guard toMove.contains(player), let seat = turns.seat(of: player) else { throw .notYourTurn }
    let turn = isPlacing ? try place(move, seat, player) : try shoot(move, seat)
    wait(at: elapsed)
    return turn
  }

  private mutating func place(_ move: Move, _ seat: Int, _ player: PlayerID) throws(Rejection) -> Turn {
    guard let length = nextLength(seat), let ends = move.ship, let ship = ship(ends, length, seat) else {
      throw Rejection("not_there", "Type where your next ship begins and ends, such as a1 c1")
    }
    seas[seat].ships.append(ship)
    let hand = Turn.Hand(for: [player], ["ship": .array(ship.map { .string($0.name) })])
    return Turn(
      open: ["ships": .int(seas[seat].ships.count)], openRemark: "has hidden a ship", hands: [hand])
  }

  private mutating func shoot(_ move: Move, _ seat: Int) throws(Rejection) -> Turn {
    guard let shot = move.shot, isOnSea(shot), !seas[1 - seat].shots.contains(shot) else {
      throw Rejection("no_shot", "Type a cell that you have not shot at, such as b3")
    }
    seas[1 - seat].shots.append(shot)
    let isHit = seas[1 - seat].ships.contains { $0.contains(shot) }
    if seas[1 - seat].isSunk { turns.win(seat) } else { turns.pass() }
    return Turn(
      open: ["shot": .string(shot.name), "hit": .bool(isHit)],
      openRemark: "shoots at \(shot.name): \(isHit ? "hit" : "water")")
  }
}

extension Battleship {
  static let info = GameInfo(
    id: "battleship", title: "Battleship", summary: "Find the other's ships",
    rules: [
      "Hide your ships: type where each begins and ends, such as a1 c1. Then shoot in turns: type a cell, such as b3."
    ],
    modes: [.together],
    moveSchema: [
      "oneOf": [
        ["type": "object", "required": ["ship"], "properties": ["ship": ["type": "array", "items": cellSchema]]],
        ["type": "object", "required": ["shot"], "properties": ["shot": cellSchema]],
      ]
    ],
    settingsSchema: [
      "type": "object",
      "properties": [
        "size": ["type": "integer", "minimum": 4, "maximum": 8],
        "seconds": ["type": "integer", "minimum": 10, "maximum": 300],
      ],
    ], seats: .exactly(2))

  private static let cellSchema: JSON = [
    "type": "array", "items": ["type": "integer", "minimum": 0], "minItems": 2, "maxItems": 2,
  ]

  static func parse(_ line: String) throws(Rejection) -> Move {
    let cells = line.split(separator: " ").compactMap { Cell(String($0)) }
    switch cells.count {
    case 1: return Move(shot: cells[0])
    case 2: return Move(ship: cells)
    default: throw .badMove("Type a cell, such as b3, or both ends of a ship, such as a1 c1")
    }
  }

  func board(for viewer: Viewer) -> Board {
    let seat: Int? = if case .seat(let player) = viewer { turns.seat(of: player) } else { nil }
    var board = Board(title: "Battleship", rows: [])
    board.seats = turns.players.map { Board.Seat($0) }
    guard let seat else {
      board.parts = turns.players.indices.map { sea($0, "Sea", showsShips: turns.isOver).of(turns.players[$0]) }
      return board
    }
    let isAsked = toMove.contains(turns.players[seat])
    let length = isAsked ? nextLength(seat) : nil
    // Of two seas the one that is shot at comes first.
    if !isPlacing {
      let shot = isAsked ? "{x1},{y1}" : ""
      board.parts.append(sea(1 - seat, "Their sea", showsShips: turns.isOver, drag: shot))
    }
    let ship = length == nil ? "" : "{x1},{y1} {x2},{y2}"
    board.parts.append(sea(seat, "Your sea", showsShips: true, drag: ship))
    if isAsked {
      board.prompt = length.map { "Hide a ship of \($0)" } ?? "Shoot at a cell"
    } else if !turns.isOver {
      board.prompt = "Wait for the other"
    }
    return board
  }

  private func sea(_ seat: Int, _ title: String, showsShips: Bool, drag: String = "") -> Board.Part {
    let size = settings.size
    var isShip = [Bool](repeating: false, count: size * size)
    var letters = [Character](repeating: "·", count: size * size)
    var tiles = [Character](repeating: Tile.open.rawValue, count: size * size)
    for ship in seas[seat].ships {
      for cell in ship where isOnSea(cell) {
        let place = cell.y * size + cell.x
        isShip[place] = true
        if showsShips { (letters[place], tiles[place]) = ("#", Tile.brown.rawValue) }
      }
    }
    for shot in seas[seat].shots where isOnSea(shot) {
      let place = shot.y * size + shot.x
      letters[place] = isShip[place] ? "X" : "o"
      tiles[place] = (isShip[place] ? Tile.red : .blue).rawValue
    }
    let rows = (0..<size).map { y in
      let row = y * size..<(y + 1) * size
      return Board.Row(letters: String(letters[row]), tiles: String(tiles[row]))
    }
    let signs = [Board.Sign("X", "hit"), Board.Sign("o", "water"), Board.Sign("#", "ship")]
    return .grid(title, rows: rows, signs: signs, drag: drag)
  }
}
