import Catalogue
import Dispatch
import GameKit
import GameProcess
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Games in other processes: those of `--game`, and games of this program that `--isolate` takes out of it.
enum HostedGames {
  /// Why the server does not start, with its exit status.
  struct Failure: Error {
    let message: String
    let status: Int32
  }

  /// The command of a process that is an isolated game.
  static let verb = "serve-game"

  /// Starts the programs, asks each what it is, and adds the games to those of this process.
  ///
  /// - Parameter log: receives what they write on standard error, and their faults, on any thread.
  static func add(
    to games: [GameModule], _ options: ServerOptions, log: @escaping @Sendable (String) -> Void
  ) throws(Failure) -> [GameModule] {
    var games = games
    for file in options.gameFiles {
      let program = try start("--game \(file)", [file], options, isTrusted: options.trustsGames, log)
      let id = program.description.info.id
      guard !(games.map(\.info.id) + takenNames).contains(id) else {
        throw Failure(
          message: "--game \(file): there is a game or room \"\(id)\" already: give it another id", status: 64)
      }
      games.append(program.hostedModule())
    }
    for name in options.isolatedGames {
      guard let index = games.firstIndex(where: { $0.info.id == name }), games[index].remote == nil else {
        throw Failure(message: "--isolate: this program has no game \"\(name)\"", status: 64)
      }
      games[index] = try isolated(games[index], options, log).hostedModule(insteadOf: games[index])
    }
    return games
  }

  /// What rooms and results are called that are no game's.
  static let takenNames = [KnownNames.channel, KnownNames.trial, KnownNames.cards]

  /// Milliseconds between two looks at a game's files.
  private static let lookInterval = 500

  /// Has changed files taken up for as long as the server runs.
  static func follow(_ games: [GameModule]) {
    let reloaders = games.compactMap { GameReloader($0) }
    guard !reloaders.isEmpty else { return }
    follow(reloaders, on: DispatchQueue(label: "parlor.games.files"))
  }

  private static func follow(_ reloaders: [GameReloader], on queue: DispatchQueue) {
    queue.asyncAfter(deadline: .now() + .milliseconds(lookInterval)) {
      for reloader in reloaders { reloader.look() }
      follow(reloaders, on: queue)
    }
  }

  private static func isolated(
    _ game: GameModule, _ options: ServerOptions, _ log: @escaping @Sendable (String) -> Void
  ) throws(Failure) -> GameProgram {
    var words = [ResourceFolder.executable, verb, game.info.id]
    if let resources = options.resources { words += ["--resources", resources] }
    let folders = ResourceFolder(option: options.resources).folders
    return try start("--isolate \(game.info.id)", words, reading: folders, options, isTrusted: true, log)
  }

  private static func start(
    _ flag: String, _ words: [String], reading: [String] = [], _ options: ServerOptions, isTrusted: Bool,
    _ log: @escaping @Sendable (String) -> Void
  ) throws(Failure) -> GameProgram {
    do throws(ProgramFault) {
      let hidden = [options.data, options.adminSocketPath].compactMap { $0 }.filter { $0 != ":memory:" }
      let command = try ProgramCommand(words, reading: reading, hiding: hidden)
      var limits = ProgramLimits()
      limits.budget = options.gameBudget
      // This program reads all of its word lists first.
      if flag.hasPrefix("--isolate") { limits.hello = 30_000 }
      return try GameProgram(
        command, limits: limits, trusted: isTrusted, followsFiles: flag.hasPrefix("--game"), log: log)
    } catch {
      switch error {
      case .cannotStart: throw Failure(message: "\(flag): \(error)", status: 66)
      case .cannotConfine:
        throw Failure(message: "\(flag): \(error); --trust-game runs it all the same", status: 78)
      default: throw Failure(message: "\(flag): \(error)", status: 65)
      }
    }
  }

  /// Is the process of an isolated game, until its input ends.
  static func serve(_ name: String, _ games: [GameModule]) -> Never {
    guard let game = games.first(where: { $0.info.id == name }) else { exit(64) }
    serveGame(game)
    exit(0)
  }
}
