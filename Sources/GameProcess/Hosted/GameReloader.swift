public import GameKit
internal import Synchronization
internal import WireProtocol

/// Reloads a game's program when its files change: see ``poll()``.
public final class GameReloader: Sendable {
  private struct State {
    /// The version of the last attempt to load.
    var lastAttempted: GameFiles
    /// The version at the previous poll.
    var lastPolled: GameFiles
    /// Polls until a program whose `hello` was late is started again; 0 for no retry.
    var pollsUntilRetry = 0
    /// The last retry delay, in polls.
    var retryDelay = 0
  }

  private let module: HostedModule
  private let hello: Int?
  private let state: Mutex<State>

  /// - Parameter hello: milliseconds for a changed program's answer to `hello`; if `nil`, as at its first start.
  /// - Returns: `nil` for a game whose files are not watched.
  public init?(_ game: GameModule, hello: Int? = nil) {
    guard let module = game.remote as? HostedModule, let files = module.program.files else { return nil }
    self.module = module
    self.hello = hello
    state = Mutex(State(lastAttempted: files, lastPolled: files))
  }

  /// Reloads the program if its files have changed and were the same at the last two polls. New matches then use the
  /// new version, open ones continue with the previous one. If the new version fails to start, the game stays as it is
  /// and the server log says why; if only its `hello` was late, as on a busy machine, it is started again after 4
  /// polls, doubled up to ``maximumRetryDelay``. Blocks until the program has answered `hello`.
  public func poll() {
    let old = module.program
    let now = GameFiles(of: old.command.resolvedAgain)
    let isDue = state.withLock { state in
      defer { state.lastPolled = now }
      guard now == state.lastPolled else { return false }
      if now != state.lastAttempted {
        (state.lastAttempted, state.retryDelay, state.pollsUntilRetry) = (now, 0, 0)
        return true
      }
      guard state.pollsUntilRetry > 0 else { return false }
      state.pollsUntilRetry -= 1
      return state.pollsUntilRetry == 0
    }
    old.stopProcessesOverThreadLimit()
    // A spare process, in case one fails.
    old.fillPool()
    guard isDue else { return }
    let name = old.command.name
    do throws(ProgramFault) {
      let program = try old.reloaded(hello: hello)
      guard program.description == old.description else {
        program.stop()
        return old.log(
          "\(name): the changed file answers \"hello\" differently: restart the server to load it")
      }
      program.fillPool()
      module.replaceProgram(with: program)
      let today = old.description.info.modes.contains(.daily) ? " and today's puzzle" : ""
      old.log("\(name): new matches use the changed file; open ones\(today) continue with the previous version")
    } catch {
      old.log("\(name): the changed file was not loaded; the game continues with the previous version: \(error)")
      if case .noHello = error { retryLater() }
    }
  }

  private static let maximumRetryDelay = 128

  private func retryLater() {
    state.withLock { state in
      state.retryDelay = min(Self.maximumRetryDelay, max(4, 2 * state.retryDelay))
      state.pollsUntilRetry = state.retryDelay
    }
  }
}
