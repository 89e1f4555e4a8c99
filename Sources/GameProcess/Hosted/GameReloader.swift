public import GameKit
internal import Synchronization

/// Takes up a game's file when it changes, while its matches go on: see ``look()``.
public final class GameReloader: Sendable {
  private struct State {
    /// What was loaded last, or could not be.
    var tried: GameFiles
    /// What the look before has seen.
    var seen: GameFiles
  }

  private let module: HostedModule
  private let state: Mutex<State>

  /// - Returns: `nil` for a game of which no file is followed.
  public init?(_ game: GameModule) {
    guard let module = game.remote as? HostedModule, let files = module.program.files else { return nil }
    self.module = module
    state = Mutex(State(tried: files, seen: files))
  }

  /// Looks whether the file has changed since the last look but one, and not since the last. New matches are then
  /// played by what it has become, those that are open by what it was; where that cannot be started, nothing changes,
  /// and the server log says why. Blocks until the program has said hello.
  public func look() {
    let old = module.program
    let now = GameFiles(of: old.command.lookedUpAgain)
    let isDue = state.withLock { state in
      defer { state.seen = now }
      guard now != state.tried, now == state.seen else { return false }
      state.tried = now
      return true
    }
    // While its files are what it was made of, it has a process to spare for one that fails.
    if now == old.files { old.fill() }
    guard isDue else { return }
    let name = old.command.name
    do throws(ProgramFault) {
      let program = try old.reloaded()
      guard program.description == old.description else {
        program.stop()
        return old.log(
          "\(name): the changed file answers \"hello\" otherwise: it is taken up when the server is started again")
      }
      program.fill()
      module.replaceProgram(with: program)
      old.log("\(name): the changed file is taken up: new matches are played by it")
    } catch {
      old.log("\(name): the changed file is not taken up, and the game goes on with the one before: \(error)")
    }
  }
}
