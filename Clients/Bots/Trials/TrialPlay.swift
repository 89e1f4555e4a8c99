internal import WireProtocol

struct TrialPlay {
  /// The number of consecutive refused attempts after which a puzzle is given up: repeated refusals have a cause that
  /// no other attempt removes.
  private static let maxRefusals = 5

  private var bot: any PuzzleBot
  private var server: any BotServer
  private var played = PlayedPuzzles()

  init(_ bot: any PuzzleBot, at server: any BotServer) {
    self.bot = bot
    self.server = server
  }

  mutating func play(_ request: Request.Trial) async throws -> TrialFile {
    let trial = try await server.open(request)
    var (puzzle, board) = (trial.number, trial.board)
    while true {
      played.begin(puzzle, letters: board?.rows.map(\.letters) ?? [])
      try await solve(puzzle, board ?? Board(title: "", rows: []), trial.settings)
      switch try await step(after: puzzle) {
      case .puzzle(let number, let next): (puzzle, board) = (number, next)
      case .over(let report): return TrialFile(report, played)
      case .finished: break
      }
    }
  }

  private mutating func step(after puzzle: Int) async throws -> TrialStep {
    while true {
      let step = try await server.next(after: puzzle)
      guard case .finished(let outcome) = step else { return step }
      played.finish(outcome)
    }
  }

  private mutating func solve(_ puzzle: Int, _ board: Board, _ settings: JSON) async throws {
    bot.begin(board, settings: settings)
    var refusals = 0
    while refusals < Self.maxRefusals, let attempt = bot.next() {
      switch try await server.move(attempt.move, in: puzzle) {
      case .refused(let why):
        played.note(.refused(attempt.move, why))
        refusals += 1
        bot.wasRefused(attempt)
      case .moved(let moved):
        played.note(.turn(moved.turn))
        if moved.endsPuzzle { return }
        refusals = 0
        bot.learn(moved)
      }
    }
    if let outcome = try await server.giveUp(puzzle) { played.finish(outcome) }
  }
}

extension PlayedGame {
  /// The boards that its bot needs in a trial: none, all, or `nil` for the initial ones.
  var sendsBoards: Bool? {
    switch self {
    case .wordle, .absurdle: false
    case .dailysort, .quordle, .octordle: nil
    case .wordsearch, .lastword, .quiz: true
    }
  }

  /// Whether a list of all its puzzles exists.
  var hasList: Bool { self != .wordsearch && self != .absurdle }
}
