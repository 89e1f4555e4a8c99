public import GameKit
import WireProtocol

public let pairs = GameModule(NoPuzzleSource<Pairs>())

/// Twelve cards in six pairs: dragging from a card to its twin takes both. Clients were not built with it.
struct Pairs: Game {
  struct Move: Codable {
    let from: Cell
    let to: Cell
  }

  static let info = GameInfo(
    id: "pairs", title: "Pairs", summary: "Join the cards that are alike",
    rules: ["Drag from a card to its twin, or type both, such as a1 c2."], modes: [.daily, .together, .practice])
  static let cards = Array("catbircatbri")
  static let (width, height) = (4, 3)

  var takers = [Int?](repeating: nil, count: 12)
  var players: [PlayerID] = []
  var misses = 0
  var open: [Cell] { zip(Cell.all(Self.width, Self.height), takers).filter { $1 == nil }.map(\.0) }

  init(puzzle: NoPuzzle, settings: NoSettings) {}

  static func parse(_ line: String) throws(Rejection) -> Move {
    let cells = line.split(separator: " ").map { Cell(String($0)) }
    guard cells.count == 2, let from = cells[0], let to = cells[1] else {
      throw .badMove("Type two cards, such as a1 c2")
    }
    return Move(from: from, to: to)
  }

  func candidates(for player: PlayerID) -> [Move] {
    open.flatMap { from in open.compactMap { $0 == from ? nil : Move(from: from, to: $0) } }
  }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard move.from != move.to, open.contains(move.from), open.contains(move.to) else {
      throw Rejection("not_open", "Those are no two cards that are still there")
    }
    if !players.contains(player) { players.append(player) }
    let places = [move.from, move.to].map { $0.y * Self.width + $0.x }
    let isPair = Self.cards[places[0]] == Self.cards[places[1]]
    if isPair {
      for place in places { takers[place] = players.firstIndex(of: player) }
    } else {
      misses += 1
    }
    return Turn(
      open: ["from": .string(move.from.name), "to": .string(move.to.name), "pair": .bool(isPair)], spentTry: !isPair)
  }

  func board(for viewer: Viewer) -> Board {
    let colours = takers.map { taker in (taker.map { Tile.players[$0 % Tile.players.count] } ?? .open).rawValue }
    let rows = (0..<Self.height).map { y in
      let range = y * Self.width..<(y + 1) * Self.width
      return Board.Row(letters: String(Self.cards[range]), tiles: String(colours[range]))
    }
    let left = open.count / 2
    return Board(
      title: "Pairs", rows: rows, prompt: left == 0 ? "" : "Join two cards that are alike",
      notes: ["\(left) \(left == 1 ? "pair" : "pairs") left", "\(misses) \(misses == 1 ? "miss" : "misses")"],
      gestures: left == 0 ? [] : [Gesture(.drag, "{x1},{y1} {x2},{y2}")], isGrid: true)
  }

  func outcome(for player: PlayerID) -> Outcome? {
    guard open.isEmpty else { return nil }
    let grid = ShareGrid(headline: "\(misses) missed", rows: board(for: .informed).rows.map(\.tiles))
    return Outcome(won: true, tries: misses, score: -misses, praise: "Like two peas", grid: grid)
  }
}
