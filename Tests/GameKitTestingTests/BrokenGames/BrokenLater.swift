import GameKit
import WireProtocol

// What shows only in texts, in refusals, at a loss, or after some moves.

// Secrecy.

/// Spectators read where the word begins.
enum RemarkOnWord: Flaw {
  static func turn(_ turn: Turn, _ game: inout Guess<Self>) -> Turn {
    var turn = turn
    turn.openRemark = "not a word in \(game.word.prefix(1))"
    return turn
  }
}

/// Spectators read the word as it is.
enum RemarkWithWord: Flaw {
  static func turn(_ turn: Turn, _ game: inout Guess<Self>) -> Turn {
    var turn = turn
    if game.guesses.last != game.word { turn.openRemark = "still not \(game.word)" }
    return turn
  }
}

/// Spectators read the guess.
enum RemarkOnGuess: Flaw {
  static func turn(_ turn: Turn, _ game: inout Guess<Self>) -> Turn {
    var turn = turn
    turn.openRemark = "guessed \(game.guesses.last ?? "")"
    return turn
  }
}

/// Refuses what is too long in other words where it begins with the solution.
enum LongOracle: Flaw {
  static func willPlay(_ guess: String, _ game: inout Guess<Self>) throws(Rejection) {
    if guess.count > 4, guess.hasPrefix(game.word) { throw Rejection("four_letters", "It begins well") }
  }
}

/// Names the solution in a refusal.
enum Blabbing: Flaw {
  static func willPlay(_ guess: String, _ game: inout Guess<Self>) throws(Rejection) {
    if guess.count == 1 { throw Rejection("four_letters", "One letter is not \(game.word)") }
  }
}

/// The share headline of a loss holds the solution, backwards.
enum LossHeadline: Flaw {
  static func outcome(_ outcome: Outcome, _ game: Guess<Self>) -> Outcome? {
    var outcome = outcome
    if !outcome.won { outcome.grid.headline = "X " + String(game.word.reversed()) }
    return outcome
  }
}

/// The share headline of a loss holds the solution.
enum LossWithWord: Flaw {
  static func outcome(_ outcome: Outcome, _ game: Guess<Self>) -> Outcome? {
    var outcome = outcome
    if !outcome.won { outcome.grid.headline = "X, it was \(game.word)" }
    return outcome
  }
}

// Totality.

/// Takes seeds for signed numbers.
enum SignedSeed: Flaw {
  static func start(of seed: UInt64) -> Int { Int(seed) % 16 }
}

// Rules.

/// Takes five guesses and has no outcome for those who have not found the word.
enum NoLoss: Flaw {
  static func isOver(_ guesses: [String], _ word: String) -> Bool { guesses.last == word }
  static func willPlay(_ guess: String, _ game: inout Guess<Self>) throws(Rejection) {
    if game.guesses.count >= 5 { throw Rejection("full", "The board is full") }
  }
  static func candidates(_ words: [String], _ game: Guess<Self>, _ limit: Int) -> [String] {
    game.guesses.count >= 5 ? [] : Array(words.prefix(max(0, limit)))
  }
}

// Restoring.

/// Loses a count that shows only from the fourth guess on.
enum LateField: Flaw {
  static func makeExtra() -> ForgottenCount { ForgottenCount() }
  static func turn(_ turn: Turn, _ game: inout Guess<Self>) -> Turn {
    game.extra.turns += 1
    var turn = turn
    if game.guesses.count > 3 { turn.open["turns"] = .int(game.extra.turns) }
    return turn
  }
}

/// Loses the setting that a guess may not be repeated.
enum LostSetting: Flaw {
  struct Settings: GameSettings { var strict = true }
  struct Rules: Unwritten { var isStrict = false }
  static func makeExtra() -> Rules { Rules(isStrict: true) }
  static func makeExtra(_ settings: Settings) -> Rules { Rules(isStrict: settings.strict) }
  static func willPlay(_ guess: String, _ game: inout Guess<Self>) throws(Rejection) {
    if game.extra.isStrict, game.guesses.contains(guess) { throw Rejection("again", "You have had that") }
  }
  static func candidates(_ words: [String], _ game: Guess<Self>, _ limit: Int) -> [String] {
    words.filter { !game.guesses.contains($0) }.prefix(max(0, limit)).map { $0 }
  }
}

/// Writes its settings without one of them.
enum UnwrittenSetting: Flaw {
  struct Settings: GameSettings {
    var hard = false
    var short = false
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      hard = try container.decodeIfPresent(Bool.self, forKey: .hard) ?? false
      short = try container.decodeIfPresent(Bool.self, forKey: .short) ?? false
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(hard, forKey: .hard)
    }
    private enum Key: CodingKey { case hard, short }
  }
  static func makeExtra(_ settings: Settings) -> Nothing { Nothing() }
  static func info(_ info: GameInfo) -> GameInfo {
    GameInfo(
      id: info.id, title: info.title, summary: info.summary, rules: info.rules,
      settingsSchema: ["type": "object", "properties": ["hard": ["type": "boolean"], "short": ["type": "boolean"]]])
  }
}

/// Reads a number of its settings back as another.
enum ClampedSetting: Flaw {
  struct Settings: GameSettings {
    var size = 5
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      size = try container.decodeIfPresent(Int.self, forKey: .size) ?? 5
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(min(size, 6), forKey: .size)
    }
    private enum Key: CodingKey { case size }
  }
  static func makeExtra(_ settings: Settings) -> Nothing { Nothing() }
}

// Budgets.

/// A game without an end whose state grows by a thousand bytes a move.
enum GrowingState: Flaw {
  struct History: Codable, Sendable { var text = "" }
  static func makeExtra() -> History { History() }
  static func isOver(_ guesses: [String], _ word: String) -> Bool { guesses.last == word }
  static func turn(_ turn: Turn, _ game: inout Guess<Self>) -> Turn {
    game.extra.text += String(repeating: "a", count: 1000)
    return turn
  }
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board { lastRows(board) }

  static func lastRows(_ board: Board) -> Board {
    var board = board
    board.rows = Array(board.rows.suffix(5))
    return board
  }
}

/// A game without an end in which each move goes over all that have been.
enum GrowingTime: Flaw {
  static func isOver(_ guesses: [String], _ word: String) -> Bool { guesses.last == word }
  static func turn(_ turn: Turn, _ game: inout Guess<Self>) -> Turn {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<game.guesses.count * 1200 { _ = generator.next() }
    return turn
  }
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board { GrowingState.lastRows(board) }
}

/// Thinks too long about each board.
enum SlowBoard: Flaw {
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 { _ = generator.next() }
    return board
  }
}
