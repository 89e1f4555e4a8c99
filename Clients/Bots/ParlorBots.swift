internal import CPoll
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Runs `parlor-bots` with the games of this repository and further ones: called by the `main.swift` of a program with
/// its own games.
///
/// - Parameter games: makes the further games, whose rules the bots then have. Its argument reads a resource by the
///   names of its game's folder and its file.
public func runBots(adding games: MoreBotGames = { _ in [] }) async {
  await ParlorBots.main(CommandLine.arguments.dropFirst(), adding: games)
}

/// `parlor-bots`: bots that play, a load generator for measuring a server, and tools that make the bots' data.
enum ParlorBots {
  static func main(_ arguments: ArraySlice<String>, adding more: MoreBotGames) async {
    do {
      if let help = try BotCommand.help(askedForBy: arguments) { return print(help) }
      guard let name = arguments.first else { throw UsageError(message: "no command\n\n" + BotCommand.overview) }
      if name == "--version" { return print("parlor-bots \(ParlorRelease.version)") }
      try await run(BotCommand.command(name), arguments.dropFirst(), more)
    } catch let error as UsageError {
      fail(error.message, status: 64)
    } catch {
      fail("\(error)", status: 69)
    }
  }

  private static func run(
    _ command: BotCommand, _ arguments: ArraySlice<String>, _ more: MoreBotGames
  ) async throws {
    switch command {
    case .load: try await load(try LoadOptions.parse(arguments))
    case .play: try await play(try PlayOptions.parse(arguments), more)
    case .house:
      let options = try HouseOptions.parse(arguments)
      var house = try await HousePlay(options, BotGames(adding: more, resources: options.choice.resources))
      try await house.run()
    case .trial: try await TrialCommand.run(TrialOptions.parse(arguments))
    case .run: try RunCommand.run(RunOptions.parse(arguments))
    case .compare:
      let options = try CompareOptions.parse(arguments)
      if try await CompareCommand.run(options), options.failsIfWorse { exit(1) }
    case .match: if try await MatchCommand.run(MatchOptions.parse(arguments)) { exit(1) }
    case .ladder:
      let status = try await LadderCommand.run(LadderOptions.parse(arguments))
      if status != 0 { exit(status) }
    case .arena:
      let options = try ArenaOptions.parse(arguments)
      let status = try await ArenaCommand.run(options, BotGames(adding: more, resources: options.choice.resources))
      if status != 0 { exit(status) }
    case .chaos: if try !ChaosCommand.run(ChaosOptions.parse(arguments)) { exit(1) }
    case .show: try ShowCommand.run(ShowCommand.Options.parse(arguments))
    case .grids: try GridsCommand.run(GridsOptions.parse(arguments))
    case .tree: try await TreeCommand.run(TreeOptions.parse(arguments))
    }
  }

  /// Plays with this project's bot for the game, unless another method is requested.
  private static func play(_ options: PlayOptions, _ more: MoreBotGames) async throws {
    if let solved = options.solved {
      var play = try await Play(options, solved)
      return try await play.run()
    }
    var play = try await AnyGamePlay(options, BotGames(adding: more, resources: options.choice.resources))
    try await play.run()
  }

  private static func load(_ options: LoadOptions) async throws(Failure) {
    let limit = cpoll_raise_descriptor_limit()
    // A few descriptors are in use: input, output, the poller.
    guard limit == 0 || UInt64(options.connections) + 16 <= limit else {
      throw Failure("\(options.connections) connections need more open files than the system allows here, \(limit)")
    }
    if options.mix == .hostile {
      let rows = try await HostileRun(options: options).run()
      return print(
        options.isJSON
          ? HostileRun.json(rows, options).text
          : HostileRun.text(rows, options))
    }
    if let rival = options.rival {
      let comparison = try Comparison(options, rival: rival, options.rivalKind)
      return print(options.isJSON ? JSON.object(comparison.json).text : comparison.text)
    }
    let result = try LoadRun(options: options, target: options.target, endpoint: options.endpoint).measure()
    print(options.isJSON ? JSON.object(result.json).text : result.text)
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    let bytes = Array("parlor-bots: \(message)\n".utf8)
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    exit(status)
  }
}
