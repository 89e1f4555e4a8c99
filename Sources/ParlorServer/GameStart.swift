import GameKit
import GameProcess

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Starts the program of a file of `--game`.
struct GameStart: Sendable {
  /// Why it is not to be had.
  struct Failure: Error {
    let message: String
    /// What the server ends with; `nil` where it goes without.
    var status: Int32?
  }

  let file: String
  let options: ServerOptions
  let log: @Sendable (String) -> Void

  /// What no game may see.
  static func hidden(_ options: ServerOptions) -> [String] {
    [options.data, options.adminSocketPath].compactMap { $0 }.filter { $0 != ":memory:" }
  }

  /// The game.
  func module(besides games: [GameModule]) throws(Failure) -> GameModule {
    var about = stat()
    guard stat(file, &about) == 0 else {
      throw Failure(message: "--game \(file): \(file) cannot be started: there is no file \(file)", status: 66)
    }
    guard about.st_mode & S_IFMT != S_IFDIR else {
      throw Failure(message: "--game \(file): \(file) is a folder: name the program in it", status: 66)
    }
    var limits = ProgramLimits()
    limits.budget = options.gameBudget
    let program: GameProgram
    do throws(ProgramFault) {
      program = try GameProgram(
        ProgramCommand([file], hiding: Self.hidden(options)), limits: limits, trusted: options.trustsGames,
        followsFiles: true, log: log)
    } catch {
      guard case .cannotConfine = error else { throw Failure(message: "--game \(file): \(error)") }
      throw Failure(message: "--game \(file): \(error); --trust-game runs it all the same", status: 78)
    }
    let id = program.description.info.id
    guard !games.contains(where: { $0.info.id == id }) else {
      program.stop()
      throw Failure(message: "--game \(file): there is a game \"\(id)\" already: give it another id")
    }
    return program.hostedModule()
  }
}
