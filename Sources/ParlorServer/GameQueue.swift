import Dispatch
import GameKit
import Synchronization

/// Where games in other processes are asked: on a few threads, each of which waits for one answer at a time, so that no
/// other queue runs out of threads while games are slow.
final class GameQueue: Sendable {
  /// More threads than a machine has cores, since most of them wait.
  private static let threads = 8

  private let queues = (0..<threads).map { DispatchQueue(label: "parlor.games.\($0)") }
  private let state = Mutex(State())

  private struct State {
    var waiting: [@Sendable () -> Void] = []
    /// Queues that have nothing to do.
    var idle = Array(0..<GameQueue.threads)
  }

  /// Asks a question, and says what the game did wrong from another thread.
  func run(_ question: RemoteQuestion, completion: @escaping @Sendable (String?) -> Void) {
    let queue = state.withLock { state -> Int? in
      state.waiting.append { completion(question.ask()) }
      return state.idle.popLast()
    }
    if let queue { queues[queue].async { [self] in serve(queue) } }
  }

  private func serve(_ queue: Int) {
    while true {
      let job = state.withLock { state -> (@Sendable () -> Void)? in
        if state.waiting.isEmpty {
          state.idle.append(queue)
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let job else { return }
      job()
    }
  }
}
