import GameKit
import Synchronization

/// Games that could not be started with the server and can be played since: whoever makes a core adds them, and the one
/// that runs is told.
final class LateGames: Sendable {
  private struct State {
    var games: [(game: GameModule, file: String)] = []
    var tell: (@Sendable (GameModule, _ file: String) -> Void)?
  }

  private let state = Mutex(State())

  /// Those that came before now.
  ///
  /// - Parameter tell: is called with those that come, on any thread; whoever was told before is not any more.
  func begin(_ tell: @escaping @Sendable (GameModule, _ file: String) -> Void) -> [(game: GameModule, file: String)] {
    state.withLock { state in
      state.tell = tell
      return state.games
    }
  }

  func add(_ game: GameModule, of file: String) {
    let tell = state.withLock { state in
      state.games.append((game, file))
      return state.tell
    }
    tell?(game, file)
  }
}
