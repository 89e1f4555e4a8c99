public import GameKit
import WireProtocol

public let stairs = GameModule(NoPuzzleSource<Stairs>())

/// A question with choices, and then a hand of cards to lay in order. Clients were not built with it.
struct Stairs: Game {
  struct Move: Codable { let number: Int }

  static let info = GameInfo(
    id: "stairs", title: "Stairs", summary: "Choose a way, and lay the cards in order",
    rules: ["Type the number of an answer, and then the cards one by one."], modes: [.together, .practice])
  static let ways = ["Down", "Up", "Sideways"]
  /// The way in which the cards are laid, counted from 1.
  static let up = 2
  static let cards = [4, 2, 5, 1, 3]

  var ruledOut: Set<Int> = []
  var isChosen = false
  var laid = 0
  var misses = 0
  var hand: [Int] { Self.cards.filter { $0 > laid } }

  init(puzzle: NoPuzzle, settings: NoSettings) {}

  static func parse(_ line: String) throws(Rejection) -> Move {
    guard let number = Int(line) else { throw .badMove("Type a number, such as 2") }
    return Move(number: number)
  }

  func candidates(for player: PlayerID) -> [Move] { open.map { Move(number: $0) } }

  private var open: [Int] { isChosen ? hand : (1...Self.ways.count).filter { !ruledOut.contains($0) } }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard open.contains(move.number) else { throw Rejection("not_open", "That cannot be chosen") }
    let isRight = move.number == (isChosen ? laid + 1 : Self.up)
    switch (isChosen, isRight) {
    case (false, true): isChosen = true
    case (false, false): ruledOut.insert(move.number)
    case (true, true): laid += 1
    case (true, false): break
    }
    if !isRight { misses += 1 }
    return Turn(open: ["number": .int(move.number), "right": .bool(isRight)], spentTry: !isRight)
  }

  func board(for viewer: Viewer) -> Board {
    let prompt = isChosen ? "Lay the cards from the lowest on" : "Which way do stairs go first?"
    var board = Board(
      title: "Stairs", rows: [], prompt: prompt, notes: ["\(misses) \(misses == 1 ? "miss" : "misses")"])
    guard isChosen else {
      board.choices = Self.ways.enumerated().map { index, way in
        let isOut = ruledOut.contains(index + 1)
        return Board.Choice(text: way, move: isOut ? "" : "\(index + 1)", tile: isOut ? .absent : nil)
      }
      return board
    }
    board.parts = [
      .cards("Laid", (0..<laid).map { Board.Card("\($0 + 1)") }),
      .cards("Hand", hand.map { Board.Card("\($0)", move: "\($0)") }),
    ]
    if hand.isEmpty { board.prompt = "" }
    return board
  }

  func outcome(for player: PlayerID) -> Outcome? {
    guard isChosen, hand.isEmpty else { return nil }
    let grid = ShareGrid(headline: "\(misses) missed", rows: [String(repeating: "🟩", count: laid)])
    return Outcome(won: true, tries: misses, score: -misses, praise: "Step by step", grid: grid)
  }
}
