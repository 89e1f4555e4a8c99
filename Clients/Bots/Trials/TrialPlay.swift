internal import WireProtocol

/// A bot in a trial, from the first puzzle to the report.
struct TrialPlay {
  /// A puzzle is given up when so many attempts in a row were refused: what is refused again and again is refused for a
  /// reason that no other attempt will mend.
  private static let patience = 5

  private var bot: any PuzzleBot
  private var server: any BotServer

  init(_ bot: any PuzzleBot, at server: any BotServer) {
    self.bot = bot
    self.server = server
  }

  /// Plays all puzzles.
  mutating func play(_ request: Request.Trial) async throws -> TrialReport {
    let trial = try await server.open(request)
    var (puzzle, board) = (trial.number, trial.board)
    while true {
      try await solve(puzzle, board ?? Board(title: "", rows: []), trial.settings)
      switch try await server.whatFollows(puzzle) {
      case .puzzle(let number, let next): (puzzle, board) = (number, next)
      case .over(let report): return report
      }
    }
  }

  private mutating func solve(_ puzzle: Int, _ board: Board, _ settings: JSON) async throws {
    bot.begin(board, settings: settings)
    var refusals = 0
    while refusals < Self.patience, let attempt = bot.next() {
      guard let moved = try await server.move(attempt.move, in: puzzle) else {
        refusals += 1
        bot.wasRefused(attempt)
        continue
      }
      if moved.endsPuzzle { return }
      refusals = 0
      bot.learn(moved)
    }
    try await server.giveUp(puzzle)
  }
}

extension PlayedGame {
  /// Which boards its bot has to see in a trial.
  var boards: Request.Trial.Boards {
    switch self {
    case .wordle: .never
    case .dailysort: .atStart
    case .wordsearch: .always
    }
  }

  /// Whether it has a list of all its puzzles.
  var hasList: Bool { self != .wordsearch }
}
