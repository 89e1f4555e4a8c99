public import Dispatch

/// Makes a serial Dispatch queue the executor of an actor: `DispatchSerialQueue` does not exist on Linux.
public final class LoopExecutor: SerialExecutor {
  /// The queue on which all jobs run.
  public let queue: DispatchQueue

  /// An executor with a queue of its own.
  public init(label: String) {
    queue = DispatchQueue(label: label)
  }

  /// Runs a job of the actor on the queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Traps unless called on the queue; with it an event handler can enter by `assumeIsolated`.
  public func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
