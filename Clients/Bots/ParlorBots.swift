internal import CPoll
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// `parlor-bots`: bots that play, a load to measure a server with, and the tools that make what they know.
@main
enum ParlorBots {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    do {
      if let help = try BotCommand.help(askedForBy: arguments) { return print(help) }
      guard let name = arguments.first else { throw UsageError(message: "say what to do\n\n" + BotCommand.overview) }
      if name == "--version" { return print("parlor-bots \(ParlorRelease.version)") }
      try await run(BotCommand.command(name), arguments.dropFirst())
    } catch let error as UsageError {
      fail(error.message, status: 64)
    } catch {
      fail("\(error)", status: 69)
    }
  }

  private static func run(_ command: BotCommand, _ arguments: ArraySlice<String>) async throws {
    switch command {
    case .load: try await load(try LoadOptions.parse(arguments))
    case .play:
      var play = try await Play(PlayOptions.parse(arguments))
      try await play.run()
    case .trial: try await TrialCommand.run(TrialOptions.parse(arguments))
    case .run: try RunCommand.run(RunOptions.parse(arguments))
    case .compare:
      let options = try CompareOptions.parse(arguments)
      if try await CompareCommand.run(options), options.failsIfWorse { exit(1) }
    case .match: if try await MatchCommand.run(MatchOptions.parse(arguments)) { exit(1) }
    case .chaos: if try !ChaosCommand.run(ChaosOptions.parse(arguments)) { exit(1) }
    case .show: try ShowCommand.run(ShowCommand.Options.parse(arguments))
    case .grids: try GridsCommand.run(GridsOptions.parse(arguments))
    case .tree: try await TreeCommand.run(TreeOptions.parse(arguments))
    }
  }

  private static func load(_ options: LoadOptions) async throws(Failure) {
    let limit = cpoll_raise_descriptor_limit()
    // A few descriptors are taken already: input, output, the poller.
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
