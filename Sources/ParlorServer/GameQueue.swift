import Dispatch
import GameKit
import ParlorCore
import Synchronization

/// Where games in other processes are asked: on threads of their own, as many for each game as it has processes, each
/// of which waits for one answer at a time. A game that is slow keeps no other waiting.
final class GameQueue: Sendable {
  private let lanes = Mutex<[ObjectIdentifier: GameLane]>([:])

  /// Asks a question, and says what the game did wrong from another thread.
  func run(_ outgoing: OutgoingQuestion, completion: @escaping @Sendable (String?) -> Void) {
    let lane = lanes.withLock { lanes in
      let key = ObjectIdentifier(outgoing.game)
      if let lane = lanes[key] { return lane }
      let lane = GameLane(threads: outgoing.game.concurrency)
      lanes[key] = lane
      return lane
    }
    lane.run { completion(outgoing.question.ask()) }
  }
}

/// The questions to one game, in order.
private final class GameLane: Sendable {
  private struct State {
    /// The first ``taken`` of them are being asked, or were.
    var jobs: [@Sendable () -> Void] = []
    var taken = 0
    /// Queues that have nothing to do.
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
      guard state.taken < state.jobs.count else {
        (state.jobs, state.taken) = ([], 0)
        state.idle.append(queue)
        return nil
      }
      defer { state.taken += 1 }
      if state.taken >= 1024 {
        state.jobs.removeFirst(state.taken)
        state.taken = 0
      }
      return state.jobs[state.taken]
    }
  }
}
