internal import CPoll
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// `parlor-bots`: a load to measure a server with, and a bot that plays.
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
    case "--version": print("parlor-bots 0.1.0")
    case nil:
      throw UsageError(message: "say what to do: load, play, trial, run, compare or chaos; --help explains them")
    case let other?:
      throw UsageError(message: "there is no command \"\(other)\": there are load, play, trial, run, compare and chaos")
    }
  }

  private static func load(_ options: LoadOptions) throws(Failure) {
    let limit = cpoll_raise_descriptor_limit()
    // A few descriptors are taken already: input, output, the poller.
    guard limit == 0 || UInt64(options.connections) + 16 <= limit else {
      throw Failure("\(options.connections) connections need more open files than the system allows here, \(limit)")
    }
    if let rival = options.rival {
      let comparison = try Comparison(options, rival: rival)
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
      usage: parlor-bots load [--FLAG VALUE]…
             parlor-bots play [--FLAG VALUE]…
             parlor-bots trial [--FLAG VALUE]…
             parlor-bots run [--FLAG VALUE]… -- COMMAND…
             parlor-bots compare A B [--FLAG VALUE]…
             parlor-bots chaos --listen PORT --server HOST:PORT SEED

      load: many connections that answer every answer with the next request. Start the server with --limits bench.
        ping    so many pings under way on each connection
        talk    rooms of eight, everyone talks, everyone hears everyone
        moves   rounds of practice Wordle with words by chance
        daily   everyone plays the day's puzzle in one room, six moves each, spread over the run
        idle    what a connection costs in memory; needs --pid
      With --target redis a ping is redis' inline PING, and talk is PUBLISH to channels of eight; a member is one
      connection there too, since RESP3 lets a subscriber publish. A move is a SET of \(SetMix.valueBytes) bytes, one under way on
      each connection. Moves that outlive the process compare with redis-server --appendonly yes
      --appendfsync everysec --save "".

      """
    let load = LoadOptions.flags.map(\.help)
    let play = PlayOptions.flags.map(\.help)
    let sections = [
      ("play: solves Wordle over the wire, the day's puzzle or practice ones.", play),
      ("trial: plays a trial of Wordle at a server with a bot that answers at once.", TrialOptions.flags.map(\.help)),
      (RunCommand.help, RunOptions.flags.map(\.help)), (CompareCommand.help, CompareOptions.flags.map(\.help)),
      (ChaosCommand.help, ChaosOptions.flags.map(\.help)),
    ]
    return ([head] + load + sections.flatMap { ["", $0.0, ""] + $0.1 }).joined(separator: "\n")
  }
}
