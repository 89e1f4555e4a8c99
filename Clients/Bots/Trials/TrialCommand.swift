internal import ClientKit
internal import WireProtocol

/// `parlor-bots trial`: a trial of Wordle over the wire, with a bot that answers at once.
enum TrialCommand {
  static func run(_ options: TrialOptions) async throws {
    let client = try await Client.connect(to: ServerAddress(host: options.endpoint.host, port: options.endpoint.port))
    if options.player != nil || options.token != nil {
      let login = try await client.login(name: options.player, token: options.token, isBot: true)
      if let token = login.token, !options.isJSON { print("\(login.you) is yours; come back with --token \(token)") }
    }
    var bot = QuickWordle(words: try await client.acceptedWords(of: "wordle"))
    let report = Task { await Self.report(of: client) }
    let trial = try await client.trial(
      Request.Trial(
        game: "wordle", puzzles: options.puzzles, all: options.puzzles == nil, seed: options.seed, name: options.name,
        boards: .never))
    for _ in 0..<trial.puzzles { try await solve(&bot, client) }
    let found = await report.value
    await client.close()
    guard let found else { throw Failure("the server has told no report") }
    print(options.isJSON ? TrialText.json(of: found).text : TrialText.text(of: found))
    if let file = options.reportFile { try RunCommand.write(found, to: file) }
  }

  private static func solve(_ bot: inout QuickWordle, _ client: Client) async throws {
    bot.restart()
    for _ in 1...6 {
      guard let guess = bot.guess else { return try await client.giveUp() }
      let moved = try await client.move(["guess": .string(guess.text)], in: TrialAnswer.room)
      guard let tiles = moved.turn["tiles"]?.stringValue, let colours = Colours(tiles: tiles) else {
        throw Failure("the server answered no colours")
      }
      if colours == .solved { return }
      bot.note(colours)
    }
  }

  /// Waits for the report among what the server tells.
  private static func report(of client: Client) async -> TrialReport? {
    for await event in client.events {
      if case .other(let message) = event, message.type == TrialReport.typeName { return try? message.read() }
    }
    return nil
  }
}

extension TrialReport {
  /// The type as messages name it.
  static let typeName = "\(type)"
}
