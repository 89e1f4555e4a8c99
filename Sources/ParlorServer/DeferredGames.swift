import GameKit
import Synchronization

/// Games that failed to start with the server and have started since. A new core adds the ones so far, and subscribes
/// to later ones.
final class DeferredGames: Sendable {
  private struct State {
    var games: [(game: GameModule, file: String)] = []
    var onAdd: (@Sendable (GameModule, _ file: String) -> Void)?
  }

  private let state = Mutex(State())

  /// Replaces the subscriber.
  ///
  /// - Parameter onAdd: called for each later game, on any thread.
  /// - Returns: the games so far.
  func subscribe(
    _ onAdd: @escaping @Sendable (GameModule, _ file: String) -> Void
  ) -> [(game: GameModule, file: String)] {
    state.withLock { state in
      state.onAdd = onAdd
      return state.games
    }
  }

  func add(_ game: GameModule, of file: String) {
    let onAdd = state.withLock { state in
      state.games.append((game, file))
      return state.onAdd
    }
    onAdd?(game, file)
  }
}
