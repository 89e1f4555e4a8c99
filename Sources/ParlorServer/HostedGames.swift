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

/// Games in other processes: those of `--game`, and compiled-in games that `--isolate` moves to another process.
struct HostedGames: Sendable {
  /// Why the server does not start, with its exit status.
  struct Failure: Error {
    let message: String
    let status: Int32
  }

  /// The command of an isolated game's process.
  static let verb = "serve-game"

  /// All playable games, including those of this process.
  private(set) var games: [GameModule]
  /// Games of `--game` whose file exists and whose program failed to start.
  private(set) var missing: [MissingGame] = []
  /// The missing games that have started since.
  let deferred = DeferredGames()

  /// Only games of this process.
  init(_ games: [GameModule]) { self.games = games }

  /// Starts the programs and adds their games to those of this process.
  ///
  /// - Parameter log: receives their standard error and faults, on any thread.
  /// - Throws: errors that the operator must fix: a missing file, a system without isolation, an unknown game in
  ///   `--isolate`. A program that fails to start is not one of them.
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

  /// The complaint about compiled-in games whose ids are reserved or equal; `nil` if there is none.
  static func nameConflict(in games: [GameModule]) -> String? {
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
    // The process first reads all word lists.
    limits.hello = 30_000
    do throws(ProgramFault) {
      let command = try ProgramCommand(
        words, reading: ResourceFolder(option: options.resources).folders, hiding: GameStart.hiddenPaths(options))
      let program = try GameProgram(command, limits: limits, trusted: true, log: log)
      // Starts the other processes before a player needs them.
      DispatchQueue.global().async { program.fillPool() }
      return program.hostedModule(insteadOf: game)
    } catch {
      throw Failure(message: "--isolate \(game.info.id): \(error)", status: 65)
    }
  }

  /// Runs the process of an isolated game until its input ends.
  static func serve(_ name: String, _ games: [GameModule]) -> Never {
    guard let game = games.first(where: { $0.info.id == name }) else { exit(64) }
    serveGame(game)
    exit(0)
  }

  // MARK: - Changes

  private static let pollMilliseconds = 500

  /// Reloads changed files, and retries missing games, while the server runs.
  func watchFiles() {
    let reloaders = games.compactMap { GameReloader($0) }
    guard !reloaders.isEmpty || !missing.isEmpty else { return }
    Self.watchFiles(reloaders, missing, games, deferred, on: DispatchQueue(label: "parlor.games.files"))
  }

  private static func watchFiles(
    _ reloaders: [GameReloader], _ missing: [MissingGame], _ games: [GameModule], _ deferred: DeferredGames,
    on queue: DispatchQueue
  ) {
    queue.asyncAfter(deadline: .now() + .milliseconds(pollMilliseconds)) {
      for reloader in reloaders { reloader.poll() }
      var (reloaders, missing, games) = (reloaders, missing, games)
      for index in missing.indices.reversed() {
        guard let game = missing[index].poll(besides: games) else { continue }
        deferred.add(game, of: missing[index].file)
        missing.remove(at: index)
        games.append(game)
        if let reloader = GameReloader(game) { reloaders.append(reloader) }
      }
      watchFiles(reloaders, missing, games, deferred, on: queue)
    }
  }
}
