internal import ClientKit
internal import WireProtocol
internal import WordleSearch

/// `parlor-bots play`: a bot that plays a game over the wire: the daily, practice, or races.
struct Play {
  private let options: PlayOptions
  private let game: PlayedGame
  private let client: Client
  private var bot: any PuzzleBot
  private var summary: PlaySummary
  /// The board's last prompt.
  private var prompt = ""

  init(_ options: PlayOptions, _ game: PlayedGame) async throws {
    self.options = options
    self.game = game
    client = try await Client.connect(to: options.server.address)
    try await client.login(as: options.name, token: options.token, isQuiet: options.isQuiet)
    bot = try await game.bot(options.knowledge, wordsFrom: client)
    summary = PlaySummary(game: options.game)
    if let wordle = bot as? WordleBot, !options.isQuiet {
      let usesTree = wordle.usesTree(for: GuessRule(settings: .object(options.settings)))
      print(usesTree ? "playing by the tree" : "no tree for these words: guessing what tells most")
    }
  }

  mutating func run() async throws {
    switch options.mode {
    case .daily: try await playDaily()
    case .practice: try await playPractice()
    case .race: try await playRaces()
    }
    await client.close()
    // The daily may have been finished before: then there is no summary for people.
    guard summary.played > 0 || options.isJSON else { return }
    print(options.isJSON ? JSON.object(summary.json).text : summary.text)
  }

  private mutating func playDaily() async throws {
    let joined = try await client.join(options.game)
    guard joined.state != .finished, let board = joined.board else {
      return say("\(joined.board?.title ?? options.game) is done already:\n\(joined.share ?? "")")
    }
    try await solve(board, joined.settings, in: joined.room)
  }

  private mutating func playPractice() async throws {
    var room: String?
    for number in 1...options.games {
      say("Practice \(number)")
      if let here = room {
        if let board = try await nextRound(here) {
          try await solve(board, settings, in: here)
          continue
        }
        try await client.leave(here)
      }
      let joined = try await entry.create(.practice)
      room = joined.room
      if let board = joined.board { try await solve(board, joined.settings, in: joined.room) }
    }
  }

  /// The board of a room's next round; `nil` if all puzzles were used.
  private func nextRound(_ room: String) async throws(RequestError) -> Board? {
    do {
      return try await client.start(room).board
    } catch {
      guard error.code != nil else { throw error }
      return nil
    }
  }

  private mutating func playRaces() async throws {
    let joined = try await entry.enter(raceMode)
    let room = joined.room
    say("In room \(room)")
    let events = client.events
    if joined.owner == joined.viewer, joined.round == nil {
      while try await client.ask(Request.Who(room: room)).players.count < options.players {
        try await Task.sleep(for: .milliseconds(200))
      }
      try await client.start(room)
    } else if joined.state == .playing, let board = joined.board {
      try await solve(board, joined.settings, in: room)
    }
    for await event in events {
      if summary.played >= options.games { break }
      if bot.isTimed { try await follow(event, in: room) }
      // In matches against others the next one must be requested.
      if case .roundOver(let over) = event, over.nextInSeconds == nil, joined.owner == joined.viewer {
        try await client.start(room)
      }
      guard case .round(let round) = event, round.place.room == room, let board = round.board else { continue }
      say("Round \(round.number)")
      try await solve(board, joined.settings, in: room)
      if summary.played >= options.games { break }
    }
  }

  /// Handles events of a game that advances by time: the next question, or the end.
  private mutating func follow(_ event: Event, in room: String) async throws {
    switch event {
    case .moved(let moved) where moved.place.room == room:
      guard let board = moved.board, !moved.player.isEmpty || moved.turn["event"] != nil else { return }
      bot.learn(moved)
      try await attempt(on: board, in: room)
    case .finished(let finished) where finished.place.room == room && finished.player == client.name:
      record(finished.outcome, share: finished.share)
    default: break
    }
  }

  private var entry: RoomEntry { RoomEntry(client: client, options: options) }

  private var raceMode: ModeKind { game.isAgainstOthers ? .together : .race }

  private var settings: JSON { .object(options.settings) }

  private mutating func solve(_ board: Board, _ settings: JSON?, in room: String) async throws {
    bot.begin(board, settings: settings)
    say(board.title)
    try await attempt(on: board, in: room)
    // In a game that advances by time, an event reports the end.
    if !bot.isTimed { try await conclude(room) }
  }

  /// Plays moves as long as the bot has any to try.
  private mutating func attempt(on board: Board, in room: String) async throws {
    if board.prompt != prompt, !board.prompt.isEmpty { say("  \(board.prompt)") }
    prompt = board.prompt
    var refusals = 0
    while !prompt.isEmpty, let attempt = bot.next() {
      guard let moved = try await move(attempt, in: room) else {
        refusals += 1
        // Repeated refusals have a cause that no other attempt removes: the round is over.
        guard refusals < Self.maxRefusals else { break }
        bot.wasRefused(attempt)
        continue
      }
      refusals = 0
      bot.learn(moved)
      say("  " + Self.shown(moved, attempt))
      if let board = moved.board {
        if board.prompt != prompt, !board.prompt.isEmpty { say("  \(board.prompt)") }
        prompt = board.prompt
      }
    }
  }

  private static let maxRefusals = 5

  private func move(_ attempt: Attempt, in room: String) async throws(RequestError) -> Moved? {
    do {
      return try await client.move(attempt.move, in: room)
    } catch {
      guard error.code != nil else { throw error }
      say("  refused: \(error.description)")
      return nil
    }
  }

  private mutating func conclude(_ room: String) async throws {
    let joined = try await client.join(room)
    record(joined.state == .finished ? joined.outcome ?? [:] : [:], share: joined.share)
  }

  private mutating func record(_ outcome: JSONObject, share: String?) {
    let won = outcome["won"]?.boolValue == true
    summary.record(won: won, tries: outcome["tries"]?.intValue)
    summary.misses += outcome["misses"]?.intValue ?? 0
    if let share { say(share) } else if !won { say("  not solved") }
  }

  private static func shown(_ moved: Moved, _ attempt: Attempt) -> String {
    let turn = JSON.object(moved.turn)
    let tiles = turn["tiles"]?.stringValue
    let text = attempt.move["guess"]?.stringValue ?? attempt.move["arrange"]?.stringValue
    if let tiles { return "\(tiles)  \(text?.uppercased() ?? "")   \(attempt.note)" }
    if turn["skipped"] != nil || turn["wants_to_skip"] != nil { return "skip   \(attempt.note)" }
    if turn["answered"] != nil { return attempt.note }
    return (turn["hit"]?.boolValue == true ? "🟩  " : "⬛  ") + attempt.note
  }

  private func say(_ text: String) {
    if !options.isQuiet { print(text) }
  }
}
