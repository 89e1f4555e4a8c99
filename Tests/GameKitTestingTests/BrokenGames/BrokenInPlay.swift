import GameKit
import Synchronization
import WireProtocol

// Determinism.

/// The letters that have been used, as a Set gives them.
enum HashOrder: Flaw {
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board {
    var board = board
    let letters = Set(game.guesses.joined())
    if viewer != .outsider, !letters.isEmpty { board.notes.append("used: " + String(Array(letters))) }
    return board
  }
}

/// Now and then a hit more.
enum Chance: Flaw {
  static func turn(_ turn: Turn, _ game: inout Guess<Self>) -> Turn {
    var turn = turn
    turn.open["luck"] = .int(.random(in: 0...1_000_000))
    return turn
  }
}

// Restoring.

/// Counts in something that is not written down.
enum Forgetful: Flaw {
  static func makeExtra() -> ForgottenCount { ForgottenCount() }

  static func turn(_ turn: Turn, _ game: inout Guess<Self>) -> Turn {
    game.extra.turns += 1
    var turn = turn
    turn.open["turns"] = .int(game.extra.turns)
    return turn
  }
}

/// Keeps a number that JSON does not have.
enum Unwritable: Flaw {
  struct Best: Codable, Sendable { var time = Double.infinity }
  static func makeExtra() -> Best { Best() }
}

/// Writes moves down in a shorter form than it reads.
enum ShortMove: Flaw {
  static func stored(move: String) -> String { String(move.dropLast()) }
}

/// Writes puzzles down in another form than it reads.
enum Backwards: Flaw {
  static func stored(puzzle: String) -> String { String(puzzle.reversed()) }
}

// Totality.

/// Takes the fourth letter of whatever is typed.
enum ShortLine: Flaw {
  static func parse(_ line: String) throws(Rejection) -> String { line + "\(Array(line)[3])" }
}

/// Counts letters from `a` to `z` in twenty-six places.
enum ForeignLetter: Flaw {
  static func willPlay(_ guess: String, _ game: inout Guess<Self>) throws(Rejection) {
    var counts = [Int](repeating: 0, count: 26)
    for byte in guess.utf8 { counts[Int(byte) - 97] += 1 }
  }
}

/// Does not come back from a line with a comma.
enum Endless: Flaw {
  static func parse(_ line: String) throws(Rejection) -> String {
    var steps = 0
    while line.contains(",") { steps &+= 1 }
    return "\(line)\(steps)"
  }
}

/// Counts in a box that its copies share.
final class Box: Codable, Sendable {
  private let count = Mutex(0)
  init() {}
  init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer().decode(Int.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(count.withLock { $0 })
  }
  func increment() { count.withLock { $0 += 1 } }
}

/// Counts what is taken in a box.
enum BoxedTurns: Flaw {
  static func makeExtra() -> Box { Box() }
  static func turn(_ turn: Turn, _ game: inout Guess<Self>) -> Turn {
    game.extra.increment()
    return turn
  }
}

/// Counts what is refused in a box: so the refusal spends a try although the server discards what it left.
enum BoxedRefusals: Flaw {
  static func makeExtra() -> Box { Box() }
  static func willPlay(_ guess: String, _ game: inout Guess<Self>) throws(Rejection) {
    if guess.utf8.count != 4 { game.extra.increment() }
  }
}

// Rules.

/// Takes guesses after the end, and then it is not the end any more.
enum Reopened: Flaw {
  static func isOver(_ guesses: [String], _ word: String) -> Bool { guesses.last == word }
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board { GrowingState.lastRows(board) }
  static var closes: Bool { false }
}

/// Asks for letters for ever.
enum Insistent: Flaw {
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board {
    var board = board
    board.prompt = "Type four letters"
    return board
  }
}

/// Has another word in mind.
enum WrongSolution: Flaw {
  static func solution(_ word: String) -> [String] { [String(word.reversed())] }
}

/// Proposes a word that is too long.
enum LongCandidate: Flaw {
  static func candidates(_ words: [String], _ game: Guess<Self>, _ limit: Int) -> [String] {
    words.map { $0 + "s" }.prefix(max(0, limit)).map { $0 }
  }
}

/// Proposes all it knows, however few are wanted.
enum Talkative: Flaw {
  static func candidates(_ words: [String], _ game: Guess<Self>, _ limit: Int) -> [String] { words }
}

/// Proposes nothing.
enum Silent: Flaw {
  static func candidates(_ words: [String], _ game: Guess<Self>, _ limit: Int) -> [String] { [] }
}

// Budgets.

/// Draws a long story.
enum Verbose: Flaw {
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board {
    var board = board
    board.notes += Array(repeating: String(repeating: "a long story ", count: 20), count: 80)
    return board
  }
}

/// Thinks too long about one word, if it is the first.
enum Slow: Flaw {
  static func turn(_ turn: Turn, _ game: inout Guess<Self>) -> Turn {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<(game.guesses == ["film"] ? 2_000_000 : 0) { _ = generator.next() }
    return turn
  }
}
