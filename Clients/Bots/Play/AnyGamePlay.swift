internal import ClientKit
internal import GameKit
internal import WireProtocol

/// `parlor-bots play` for a game without a bot of this project: chooses among the moves listed on boards.
struct AnyGamePlay {
  private let options: PlayOptions
  private let client: Client
  private let seats: ClosedRange<Int>?
  private let chooser: MoveChooser
  private var summary: PlaySummary

  init(_ options: PlayOptions, _ games: BotGames) async throws {
    self.options = options
    client = try await Client.connect(to: options.server.address)
    try await client.login(as: options.name, token: options.token, isQuiet: options.isQuiet)
    let offered = try await client.ask(Request.About()).games
    guard let game = offered.first(where: { $0.id == options.game }) else {
      throw Failure("the server has no game \(options.game): it has \(offered.map(\.id).joined(separator: ", "))")
    }
    seats = game.seats
    let seed = options.seed.map { UInt64($0) } ?? .random(in: .min ... .max)
    chooser = MoveChooser(
      options.choice.method ?? .search, game: games[options.game], budget: options.choice.budget, seed: seed)
    summary = PlaySummary(game: options.game)
    guard !options.isQuiet else { return }
    print(chooser.searches ? "playing by a search over the rules" : "playing at random among the moves that are listed")
  }

  mutating func run() async throws {
    let joined = try await enter()
    log("In room \(joined.room)")
    if joined.state == .finished {
      log("\(joined.board?.title ?? options.game) is done already")
    } else {
      try await play(in: joined)
    }
    await client.close()
    guard summary.played > 0 || options.isJSON else { return }
    print(options.isJSON ? JSON.object(summary.json).text : summary.text)
  }

  private mutating func play(in joined: Joined) async throws {
    var player = TablePlayer(client, chooser, in: joined)
    for await event in client.events where event.room == joined.room {
      switch try await player.react(to: event) {
      case .moved(_, let move): log("  \(move.text)")
      case .refused(let error): throw Failure("the server takes none of its moves: \(error.message)")
      case nil: break
      }
      if try await isOver(after: event, joined) { break }
    }
  }

  private func enter() async throws(RequestError) -> Joined {
    let entry = RoomEntry(client: client, options: options)
    if seats != nil { return try await entry.enter(.together) }
    switch options.chosenMode ?? .practice {
    case .daily: return try await client.join(options.game)
    case .practice: return try await entry.create(.practice)
    case .race: return try await entry.enter(.race)
    }
  }

  /// Counts finished matches, and starts the next one.
  private mutating func isOver(after event: Event, _ joined: Joined) async throws -> Bool {
    switch event {
    case .joined(let joined): try checkMoves(of: joined)
    case .finished(let finished) where finished.player == client.name:
      summary.record(won: finished.outcome["won"]?.boolValue == true, tries: finished.outcome["tries"]?.intValue)
      log(finished.share)
      if seats == nil, summary.played >= options.games || joined.mode == .daily { return true }
      if joined.mode == .practice { try await begin(joined.room) }
    case .roundOver(let over):
      if summary.played >= options.games { return true }
      if over.nextInSeconds == nil { try await beginIfReady(joined) }
    case .shutOut(_, let error): throw Failure(error.message)
    case .presence: try await beginIfReady(joined)
    default: break
    }
    return false
  }

  /// A puzzle whose moves are not listed cannot be played without knowing it.
  private func checkMoves(of joined: Joined) throws(Failure) {
    guard seats == nil, joined.state == .playing, let board = joined.board else { return }
    guard board.moves.isEmpty, board.choices.allSatisfy({ $0.move.isEmpty }) else { return }
    throw Failure("\(options.game) lists no moves, so that only a bot that knows it can play it")
  }

  /// The room's owner starts a match when enough players are there; with all seats taken it starts automatically.
  private func beginIfReady(_ joined: Joined) async throws {
    guard let seats, joined.owner == client.name else { return }
    let who = try await client.ask(Request.Who(room: joined.room))
    guard who.owner == client.name, who.players.count >= max(options.players, seats.lowerBound) else { return }
    try await begin(joined.room)
  }

  private func begin(_ room: String) async throws {
    do {
      try await client.start(room)
    } catch {
      // It has started meanwhile.
      guard error.code == "already_playing" else { throw error }
    }
  }

  private func log(_ text: String) {
    if !options.isQuiet { print(text) }
  }
}

extension ChosenMove {
  /// The text for people.
  var text: String {
    switch self {
    case .typed(let json): json.text
    case .text(let text): text
    }
  }
}
