internal import ClientKit
internal import WireProtocol

/// `parlor-bots trial`: the bots of `play` in a trial, over a socket, or as a bot started by `run` or `compare`.
enum TrialCommand {
  static let help = """
    The bots of play in a trial, as fast as they can. GAME is wordle unless it says otherwise. Started by run or compare
    it plays on its standard input and output.
    """

  static func run(_ options: TrialOptions) async throws {
    if PipeServer.isThere {
      _ = try await play(options, at: PipeServer())
      return
    }
    let client = try await Client.connect(to: options.server.address)
    // With a token the client can reconnect.
    let login = try await client.login(name: options.name, token: options.token, isBot: true)
    if options.name != nil, let token = login.token, !options.isJSON {
      print("\(login.you) is yours; come back with --token \(token)")
    }
    let trial = try await play(options, at: SocketServer(client))
    await client.close()
    print(options.isJSON ? TrialText.json(of: trial.report).text : TrialText.text(of: trial.report))
    if let file = options.reportFile { try trial.write(to: file) }
  }

  private static func play(_ options: TrialOptions, at server: some BotServer) async throws -> TrialFile {
    let game = options.game
    var play = TrialPlay(try await game.bot(options.knowledge, wordsFrom: server), at: server)
    return try await play.play(
      Request.Trial(
        game: game.rawValue, puzzles: options.puzzles, all: options.puzzles == nil && game.hasList, seed: options.seed,
        settings: options.settings.isEmpty ? nil : options.settings, name: options.keptName,
        sendBoards: game.sendsBoards))
  }
}
