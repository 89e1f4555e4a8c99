public import GameKit
internal import Synchronization
internal import WireProtocol

/// Takes up a game's file when it changes, while its matches go on: see ``look()``.
public final class GameReloader: Sendable {
  private struct State {
    /// What was loaded last, or could not be.
    var tried: GameFiles
    /// What the look before has seen.
    var seen: GameFiles
    /// After how many looks a program that was late to say hello is started again; 0 where none is to be.
    var looksToRetry = 0
    /// How many that were the last time.
    var patience = 0
  }

  private let module: HostedModule
  private let hello: Int?
  private let state: Mutex<State>

  /// - Parameter hello: milliseconds that a changed program has to say hello; `nil` for as many as it had at first.
  /// - Returns: `nil` for a game of which no file is followed.
  public init?(_ game: GameModule, hello: Int? = nil) {
    guard let module = game.remote as? HostedModule, let files = module.program.files else { return nil }
    self.module = module
    self.hello = hello
    state = Mutex(State(tried: files, seen: files))
  }

  /// Looks whether the file has changed since the last look but one, and not since the last. New matches are then
  /// played by what it has become, those that are open by what it was; where that cannot be started, nothing changes,
  /// and the server log says why. One that was only late, as on a busy machine, is started again after 4 looks, then
  /// after twice as many, up to ``mostPatience``. Blocks until the program has said hello.
  public func look() {
    let old = module.program
    let now = GameFiles(of: old.command.lookedUpAgain)
    let isDue = state.withLock { state in
      defer { state.seen = now }
      guard now == state.seen else { return false }
      if now != state.tried {
        (state.tried, state.patience, state.looksToRetry) = (now, 0, 0)
        return true
      }
      guard state.looksToRetry > 0 else { return false }
      state.looksToRetry -= 1
      return state.looksToRetry == 0
    }
    old.endCrowds()
    // One to spare for one that fails.
    old.fill()
    guard isDue else { return }
    let name = old.command.name
    do throws(ProgramFault) {
      let program = try old.reloaded(hello: hello)
      guard program.description == old.description else {
        program.stop()
        return old.log(
          "\(name): the changed file answers \"hello\" otherwise: it is taken up when the server is started again")
      }
      program.fill()
      module.replaceProgram(with: program)
      let today = old.description.info.modes.contains(.daily) ? " and today's puzzle" : ""
      old.log(
        "\(name): the changed file is taken up by new matches; open ones\(today) go on with the one before"
      )
    } catch {
      old.log("\(name): the changed file is not taken up, and the game goes on with the one before: \(error)")
      if case .noHello = error { retryLater() }
    }
  }

  private static let mostPatience = 128

  private func retryLater() {
    state.withLock { state in
      state.patience = min(Self.mostPatience, max(4, 2 * state.patience))
      state.looksToRetry = state.patience
    }
  }
}
