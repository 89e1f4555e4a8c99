import Dispatch
import GameKit
import ParlorCore
import Synchronization

/// Asks questions of games in other processes on worker threads: one per process of each game, so that a slow game does
/// not delay others.
final class GameWorkers: Sendable {
  private let pools = Mutex<[ObjectIdentifier: GameWorkerPool]>([:])

  /// Asks a question, and reports the game's fault, if any, from another thread.
  func run(_ outgoing: OutgoingQuestion, completion: @escaping @Sendable (String?) -> Void) {
    let pool = pools.withLock { pools in
      let key = ObjectIdentifier(outgoing.game)
      if let pool = pools[key] { return pool }
      let pool = GameWorkerPool(threads: outgoing.game.concurrency)
      pools[key] = pool
      return pool
    }
    pool.run { completion(outgoing.question.ask()) }
  }
}

/// One game's threads, which take its questions in order.
private final class GameWorkerPool: Sendable {
  private struct State {
    /// Jobs in order, of which the first ``started`` have begun.
    var jobs: [@Sendable () -> Void] = []
    var started = 0
    /// Indices of idle queues.
    var idle: [Int]
  }

  private let queues: [DispatchQueue]
  private let state: Mutex<State>

  init(threads: Int) {
    queues = (0..<max(1, threads)).map { DispatchQueue(label: "parlor.games.\($0)") }
    state = Mutex(State(idle: Array(queues.indices)))
  }

  func run(_ job: @escaping @Sendable () -> Void) {
    let queue = state.withLock { state -> Int? in
      state.jobs.append(job)
      return state.idle.popLast()
    }
    if let queue { queues[queue].async { [self] in serve(queue) } }
  }

  private func serve(_ queue: Int) {
    while let job = next(for: queue) { job() }
  }

  private func next(for queue: Int) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.started < state.jobs.count else {
        (state.jobs, state.started) = ([], 0)
        state.idle.append(queue)
        return nil
      }
      defer { state.started += 1 }
      if state.started >= 1024 {
        state.jobs.removeFirst(state.started)
        state.started = 0
      }
      return state.jobs[state.started]
    }
  }
}
