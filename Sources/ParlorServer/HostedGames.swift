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
struct HostedGames: Sendable {
  /// Why the server does not start, with its exit status.
  struct Failure: Error {
    let message: String
    let status: Int32
  }

  /// The command of a process that is an isolated game.
  static let verb = "serve-game"

  /// All games that can be played, with those of this process.
  private(set) var games: [GameModule]
  /// Files of `--game` that are there, and whose program does not start: each with its sentence.
  private(set) var missing: [MissingGame] = []
  /// Those of them that come while the server runs.
  let late = LateGames()

  /// Games of this process alone.
  init(_ games: [GameModule]) { self.games = games }

  /// Starts the programs, asks each what it is, and adds the games to those of this process.
  ///
  /// - Parameter log: receives what they write on standard error, and their faults, on any thread.
  /// - Throws: what the operator has to set right: a file that is not there, a system that cannot confine programs, a
  ///   game that is not to be isolated. A program that does not start keeps no server from it.
  init(
    _ games: [GameModule], _ options: ServerOptions, log: @escaping @Sendable (String) -> Void
  ) throws(Failure) {
    self.games = games
    for file in options.gameFiles {
      let start = GameStart(file: file, options: options, log: log)
      do throws(GameStart.Failure) {
        self.games.append(try start.module(besides: self.games))
      } catch {
        if let status = error.status { throw Failure(message: error.message, status: status) }
        missing.append(MissingGame(start, why: error.message))
      }
    }
    for name in options.isolatedGames {
      guard let index = self.games.firstIndex(where: { $0.info.id == name }), self.games[index].remote == nil else {
        throw Failure(message: "--isolate: this program has no game \"\(name)\"", status: 64)
      }
      self.games[index] = try Self.isolated(self.games[index], options, log)
    }
  }

  /// What is wrong with the ids of games that were compiled in; `nil` if nothing is.
  static func complaint(aboutNamesOf games: [GameModule]) -> String? {
    var known: Set<String> = []
    for id in games.map(\.info.id) {
      if let reason = KnownNames.reason(againstGame: id) { return "the game \"\(id)\" needs another id: it \(reason)" }
      if !known.insert(id).inserted { return "there are two games \"\(id)\"" }
    }
    return nil
  }

  private static func isolated(
    _ game: GameModule, _ options: ServerOptions, _ log: @escaping @Sendable (String) -> Void
  ) throws(Failure) -> GameModule {
    var words = [ResourceFolder.executable, verb, game.info.id]
    if let resources = options.resources { words += ["--resources", resources] }
    var limits = ProgramLimits()
    limits.budget = options.gameBudget
    // This program reads all of its word lists first.
    limits.hello = 30_000
    do throws(ProgramFault) {
      let command = try ProgramCommand(
        words, reading: ResourceFolder(option: options.resources).folders, hiding: GameStart.hidden(options))
      let program = try GameProgram(command, limits: limits, trusted: true, log: log)
      // Else the first player would wait for the second process.
      DispatchQueue.global().async { program.fill() }
      return program.hostedModule(insteadOf: game)
    } catch {
      throw Failure(message: "--isolate \(game.info.id): \(error)", status: 65)
    }
  }

  /// Is the process of an isolated game, until its input ends.
  static func serve(_ name: String, _ games: [GameModule]) -> Never {
    guard let game = games.first(where: { $0.info.id == name }) else { exit(64) }
    serveGame(game)
    exit(0)
  }

  // MARK: - Changes

  /// Milliseconds between two looks at a game's files.
  private static let lookInterval = 500

  /// Has changed files taken up for as long as the server runs.
  func follow() {
    let reloaders = games.compactMap { GameReloader($0) }
    guard !reloaders.isEmpty || !missing.isEmpty else { return }
    Self.follow(reloaders, missing, games, late, on: DispatchQueue(label: "parlor.games.files"))
  }

  private static func follow(
    _ reloaders: [GameReloader], _ missing: [MissingGame], _ games: [GameModule], _ late: LateGames,
    on queue: DispatchQueue
  ) {
    queue.asyncAfter(deadline: .now() + .milliseconds(lookInterval)) {
      for reloader in reloaders { reloader.look() }
      var (reloaders, missing, games) = (reloaders, missing, games)
      for index in missing.indices.reversed() {
        guard let game = missing[index].look(besides: games) else { continue }
        late.add(game, of: missing[index].file)
        missing.remove(at: index)
        games.append(game)
        if let reloader = GameReloader(game) { reloaders.append(reloader) }
      }
      follow(reloaders, missing, games, late, on: queue)
    }
  }
}
