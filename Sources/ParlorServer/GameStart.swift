import GameKit
import GameProcess

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Starts the program of a file of `--game`.
struct GameStart: Sendable {
  struct Failure: Error {
    let message: String
    /// The server's exit status; `nil` if it runs without the game.
    var status: Int32?
  }

  let file: String
  let options: ServerOptions
  let log: @Sendable (String) -> Void

  /// Paths that games must not read.
  static func hiddenPaths(_ options: ServerOptions) -> [String] {
    [options.data, options.adminSocketPath].compactMap { $0 }.filter { $0 != ":memory:" }
  }

  /// Starts the program.
  ///
  /// - Parameter games: the other games, whose ids are taken.
  func module(besides games: [GameModule]) throws(Failure) -> GameModule {
    var about = stat()
    guard stat(file, &about) == 0 else {
      throw Failure(message: "--game \(file): \(file) cannot be started: there is no file \(file)", status: 66)
    }
    guard about.st_mode & S_IFMT != S_IFDIR else {
      throw Failure(message: "--game \(file): \(file) is a folder: give the program's file", status: 66)
    }
    var limits = ProgramLimits()
    limits.budget = options.gameBudget
    let program: GameProgram
    do throws(ProgramFault) {
      program = try GameProgram(
        ProgramCommand([file], hiding: Self.hiddenPaths(options)), limits: limits, trusted: options.trustsGames,
        watchesFiles: true, log: log)
    } catch {
      guard case .cannotConfine = error else { throw Failure(message: "--game \(file): \(error)") }
      throw Failure(message: "--game \(file): \(error); --trust-game runs it without isolation", status: 78)
    }
    let id = program.description.info.id
    guard !games.contains(where: { $0.info.id == id }) else {
      program.stop()
      throw Failure(message: "--game \(file): there is a game \"\(id)\" already: give it another id")
    }
    return program.hostedModule()
  }
}
