import GameKit
import WireProtocol

// Secrecy.

/// A spectator sees the first letter from the second turn on.
enum Helpful: Flaw {
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board {
    var board = board
    if viewer == .outsider, game.guesses.count > 1 { board.notes.append("it begins with \(game.word.prefix(1))") }
    return board
  }
}

/// A spectator's program sees the first letter from the second turn on.
enum HelpfulToPrograms: Flaw {
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board {
    var board = board
    if viewer == .outsider, game.guesses.count > 1 { board.data["first"] = .string(String(game.word.prefix(1))) }
    return board
  }
}

/// The player sees more than the turn has told.
enum Generous: Flaw {
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board {
    var board = board
    if viewer != .outsider, game.guesses.count > 0 { board.notes.append("it ends with \(game.word.suffix(1))") }
    return board
  }
}

/// Everybody is told the word that was guessed.
enum OpenGuess: Flaw {
  static func turn(_ turn: Turn, _ game: inout Guess<Self>) -> Turn {
    var turn = turn
    turn.open.merge(turn.secret)
    return turn
  }
}

/// Everybody is told the solution when one has found it.
enum OpenAnswer: Flaw {
  static func outcome(_ outcome: Outcome, _ game: Guess<Self>) -> Outcome? {
    var outcome = outcome
    outcome.open.merge(outcome.secret)
    return outcome
  }
}

/// Refuses what begins as the solution does and is not it, which costs nothing.
enum Oracle: Flaw {
  static func willPlay(_ guess: String, _ game: inout Guess<Self>) throws(Rejection) {
    if guess.first == game.word.first, guess != game.word { throw Rejection("warm", "Very warm") }
  }
  static func candidates(_ words: [String], _ game: Guess<Self>, _ limit: Int) -> [String] {
    ["ears", "iris", "ooze", "user", "year"].prefix(max(0, limit)).map { $0 }
  }
}

/// Proposes what begins as the solution does.
enum Insider: Flaw {
  static func candidates(_ words: [String], _ game: Guess<Self>, _ limit: Int) -> [String] {
    words.filter { $0.first == game.word.first }.prefix(max(0, limit)).map { $0 }
  }
}

/// Every puzzle looks different from the start.
enum Labelled: Flaw {
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board {
    var board = board
    board.notes.append("a word in \(game.word.prefix(2))")
    return board
  }
}

// Form.

/// One letter more than tiles.
enum Uneven: Flaw {
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board {
    var board = board
    if !board.rows.isEmpty { board.rows[0].letters += " " }
    return board
  }
}

/// A digit in a box, which is three Unicode scalars.
enum Keycap: Flaw {
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board {
    var board = board
    if !board.rows.isEmpty { board.rows[0].tiles = String(board.rows[0].tiles.dropLast()) + "1️⃣" }
    return board
  }
}

/// Clears the terminal.
enum Escaping: Flaw {
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board {
    var board = board
    board.notes.append("\u{1B}[2J")
    return board
  }
}

/// A letter under two colours.
enum TwoColours: Flaw {
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board {
    var board = board
    board.keys = [Board.Keys(tile: .right, letters: "abc"), Board.Keys(tile: .absent, letters: "cd")]
    return board
  }
}

/// A gesture that nobody can fill.
enum StrangeGesture: Flaw {
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board {
    var board = board
    if !game.isOver { board.gestures = [Gesture(.key, "{x1} {letters}")] }
    return board
  }
}

/// A code with a space in it.
enum Shouting: Flaw {
  static func rejection(_ rejection: Rejection) -> Rejection { Rejection("Four letters", rejection.message) }
}

/// A name that cannot be a room's.
enum Unnamable: Flaw {
  static func info(_ info: GameInfo) -> GameInfo {
    GameInfo(id: "Guess-1", title: info.title, summary: info.summary, rules: info.rules)
  }
}

// Puzzles.

/// Has nothing for the third day.
enum DayOff: Flaw {
  static func daily(_ index: Int, _ day: Int) throws(Rejection) -> Int {
    if day == 3 { throw .noPuzzlesLeft }
    return index
  }
}

/// Deals what was excluded.
enum Stubborn: Flaw {
  static var excludes: Bool { false }
}

/// Deals eight words twice before the other eight come.
enum Repetitive: Flaw {
  static func daily(_ index: Int, _ day: Int) throws(Rejection) -> Int {
    day <= 16 ? index / 2 : index
  }
}

/// Deals the list in its own order.
enum InOrder: Flaw {
  static func daily(_ index: Int, _ day: Int) throws(Rejection) -> Int { day % 16 }
}

// Golden.

/// Counts a hit more than when the playthrough was recorded.
enum NewRules: Flaw {
  static func hits(_ guess: String, _ word: String) -> Int { 1 + zip(guess, word).count { $0 == $1 } }
}

/// Deals from another place of the list than when the playthrough was recorded.
enum NewOrder: Flaw {
  static func start(of seed: UInt64) -> Int { Int((seed &+ 1) % 16) }
}
