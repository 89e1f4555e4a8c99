import GameKit
import GameProcess
import WireProtocol

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

/// A game whose program does not start: it is started again when its files have changed, and now and then.
struct MissingGame: Sendable {
  private let start: GameStart
  /// What the last attempt met.
  private(set) var why: String
  var file: String { start.file }
  /// What the last attempt was made of, and what the look before has seen; `nil` where not even that can be told.
  private var tried: GameFiles?
  private var seen: GameFiles?
  private var looks = 0

  /// Looks after which one whose files are the same is tried again: what it needs may be there.
  private static let patience = 60

  init(_ start: GameStart, why: String) {
    (self.start, self.why) = (start, why)
    tried = files
    seen = tried
  }

  private var files: GameFiles? {
    do throws(ProgramFault) { return GameFiles(of: try ProgramCommand([start.file])) } catch { return nil }
  }

  /// Tries again where the files have changed since the last attempt, and not since the last look.
  ///
  /// - Returns: the game, once it can be played.
  mutating func look(besides games: [GameModule]) -> GameModule? {
    let now = files
    defer { seen = now }
    looks += 1
    guard now == seen, now != tried || looks >= Self.patience else { return nil }
    (tried, looks) = (now, 0)
    do throws(GameStart.Failure) {
      return try start.module(besides: games)
    } catch {
      if error.message != why { start.log("the game is missing still: \(error.message)") }
      why = error.message
      return nil
    }
  }
}
