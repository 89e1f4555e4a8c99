internal import ClientKit
internal import WireProtocol

protocol PublicWordLists {
  func words(of game: String, list: String) async throws(RequestError) -> [String]
}

extension Client: PublicWordLists {
  func words(of game: String, list: String) async throws(RequestError) -> [String] {
    try await acceptedWords(of: game, list: list)
  }
}

/// The server of a bot in a trial: over a socket, or on the bot's standard input and output.
protocol BotServer: PublicWordLists {
  mutating func open(_ trial: Request.Trial) async throws -> TrialAnswer
  mutating func move(_ move: JSON, in puzzle: Int) async throws -> MoveAnswer
  /// Gives a trial's puzzle up and returns the outcome; `nil` if it was already over.
  mutating func giveUp(_ puzzle: Int) async throws -> JSONObject?
  mutating func next(after puzzle: Int) async throws -> TrialStep
}

enum MoveAnswer {
  case moved(Moved)
  case refused(String)
}

enum TrialStep {
  case finished(JSONObject)
  /// The next puzzle, with its board if the trial shows boards.
  case puzzle(Int, Board?)
  case over(TrialReport)
}

struct SocketServer: BotServer {
  private let client: Client
  private var events: Events.Iterator

  init(_ client: Client) {
    self.client = client
    events = client.events.makeAsyncIterator()
  }

  func words(of game: String, list: String) async throws(RequestError) -> [String] {
    try await client.acceptedWords(of: game, list: list)
  }

  mutating func open(_ trial: Request.Trial) async throws -> TrialAnswer { try await client.ask(trial) }

  mutating func move(_ move: JSON, in puzzle: Int) async throws -> MoveAnswer {
    do {
      return .moved(try await client.move(move, in: KnownNames.trial, puzzle: puzzle))
    } catch {
      guard error.code != nil else { throw error }
      return .refused(error.description)
    }
  }

  mutating func giveUp(_ puzzle: Int) async throws -> JSONObject? {
    do {
      return try await client.ask(Request.GiveUp(room: KnownNames.trial, puzzle: puzzle)).outcome
    } catch {
      guard error.code == "other_puzzle" || error.code == "not_playing" else { throw error }
      return nil
    }
  }

  mutating func next(after puzzle: Int) async throws -> TrialStep {
    while let event = await events.next() {
      switch event {
      case .finished(let finished) where finished.place.room == KnownNames.trial: return .finished(finished.outcome)
      case .round(let round) where round.place.room == KnownNames.trial && round.number > puzzle:
        return .puzzle(round.number, round.board)
      // The link was lost, and `round` with it.
      case .trial(let trial) where trial.number > puzzle: return .puzzle(trial.number, trial.board)
      case .trialReport(let report): return .over(report)
      case .link(.ended(let end)): throw Failure("the connection was lost during the trial: \(end)")
      default: continue
      }
    }
    throw Failure("the server has sent no report")
  }
}
