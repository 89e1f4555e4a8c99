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
    if arguments.contains("--help") || arguments.contains("-h") || arguments.first == "help" { return print(help) }
    do {
      try await run(arguments)
    } catch let error as UsageError {
      fail(error.message, status: 64)
    } catch {
      fail("\(error)", status: 69)
    }
  }

  private static func run(_ arguments: ArraySlice<String>) async throws {
    switch arguments.first {
    case "load": try load(try LoadOptions.parse(arguments.dropFirst()))
    case "play":
      var play = try await Play(PlayOptions.parse(arguments.dropFirst()))
      try await play.run()
    case "trial": try await TrialCommand.run(TrialOptions.parse(arguments.dropFirst()))
    case "run": try RunCommand.run(RunOptions.parse(arguments.dropFirst()))
    case "compare": try await CompareCommand.run(CompareOptions.parse(arguments.dropFirst()))
    case "chaos": try ChaosCommand.run(ChaosOptions.parse(arguments.dropFirst()))
    case "grids": try GridsCommand.run(GridsOptions.parse(arguments.dropFirst()))
    case "tree": try await TreeCommand.run(TreeOptions.parse(arguments.dropFirst()))
    case "--version": print("parlor-bots 0.1.0")
    case nil: throw UsageError(message: "say what to do: \(commands); --help explains them")
    case let other?: throw UsageError(message: "there is no command \"\(other)\": there is \(commands)")
    }
  }

  private static let commands = "play, trial, run, compare, chaos, load, tree and grids"

  private static func load(_ options: LoadOptions) throws(Failure) {
    let limit = cpoll_raise_descriptor_limit()
    // A few descriptors are taken already: input, output, the poller.
    guard limit == 0 || UInt64(options.connections) + 16 <= limit else {
      throw Failure("\(options.connections) connections need more open files than the system allows here, \(limit)")
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

  static var help: String {
    let head = """
      usage: parlor-bots play [GAME] [--FLAG VALUE]…
             parlor-bots trial [--FLAG VALUE]…
             parlor-bots run [--FLAG VALUE]… -- COMMAND…
             parlor-bots compare A B [--FLAG VALUE]…
             parlor-bots chaos --listen PORT --server HOST:PORT SEED
             parlor-bots load [--FLAG VALUE]…
             parlor-bots tree [--FLAG VALUE]…
             parlor-bots grids [--FLAG VALUE]…

      load: many connections that send requests. Start the server with --limits bench, afresh for memory figures.
        ping    so many pings under way on each connection
        talk    rooms of eight, everyone talks, everyone hears everyone
        moves   rounds of practice Wordle with words by chance
        blend   pings, talk and moves by --shares, in rooms of --room-size; closed, or paced with --rate
        daily   everyone plays the day's puzzle in one room, six moves each, spread over the run
        idle    what a connection costs in memory; needs --pid
      With --target redis a ping is redis' inline PING, and talk is PUBLISH to channels of eight; a member is one
      connection there too, since RESP3 lets a subscriber publish. A move is a SET of \(SetMix.valueBytes) bytes, one under way on
      each connection. Moves that outlive the process compare with redis-server --appendonly yes
      --appendfsync everysec --save "". On IRC and NATS talk is answered by its own echo. Clients/Bots/beside.sh runs
      the comparisons that the machine's packages allow.

      """
    let parts: [(String, [String])] = [
      ("play: wordle, dailysort or wordsearch over the wire, from what a player sees.", PlayOptions.flags.map(\.help)),
      ("trial: plays a trial of Wordle at a server with a bot that answers at once.", TrialOptions.flags.map(\.help)),
      (RunCommand.help, RunOptions.flags.map(\.help)), (CompareCommand.help, CompareOptions.flags.map(\.help)),
      (ChaosCommand.help, ChaosOptions.flags.map(\.help)), ("load:", LoadOptions.flags.map(\.help)),
      (
        "tree: works out how to guess Wordle, and a bound that no way to guess gets below.",
        TreeOptions.flags.map(\.help)
      ),
      ("grids: how long WordSearch takes to make a grid.", GridsOptions.flags.map(\.help)),
    ]
    return ([head] + parts.flatMap { title, lines in [title, ""] + lines + [""] }).joined(separator: "\n")
  }
}
