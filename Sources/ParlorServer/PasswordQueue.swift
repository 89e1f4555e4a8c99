import Dispatch
import Passwords
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs password tasks one at a time, with low priority. The core hands over one at a time, and bounds the number that
/// wait.
///
/// On Linux this is a thread of its own, made with the first password: only threads have a priority there, and
/// Dispatch's threads serve any queue.
final class PasswordQueue: Sendable {
  private typealias Job = @Sendable () -> Void

  private let queue = DispatchQueue(label: "parlor.passwords", qos: .background)

  /// Runs a task, and reports its result from another thread.
  func run(_ task: PasswordTask, completion: @escaping @Sendable (PasswordTask.Result) -> Void) {
    let job: Job = { completion(task.run()) }
    if !worker.enqueue(job) { queue.async(execute: job) }
  }

  private let worker = Worker()

  /// The thread and its jobs.
  private final class Worker: Sendable {
    private let jobs = Mutex<(waiting: [Job], isStarted: Bool)>(([], false))
    private let count = DispatchSemaphore(value: 0)

    /// - Returns: whether a thread will run it.
    func enqueue(_ job: @escaping Job) -> Bool {
      #if os(Linux)
        let isEnqueued = jobs.withLock { jobs in
          jobs.isStarted = jobs.isStarted || start()
          if jobs.isStarted { jobs.waiting.append(job) }
          return jobs.isStarted
        }
        if isEnqueued { count.signal() }
        return isEnqueued
      #else
        return false
      #endif
    }

    #if os(Linux)
      /// A tenth of the others' share of a busy processor: the loop, storage and clients on this machine take
      /// precedence.
      private static let niceness: Int32 = 10

      private func start() -> Bool {
        var thread = pthread_t()
        let retained = Unmanaged.passRetained(self)
        let failed = pthread_create(
          &thread, nil,
          { pointer in
            guard let pointer else { return nil }
            let worker = Unmanaged<Worker>.fromOpaque(pointer).takeRetainedValue()
            // On Linux this applies to the calling thread.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Worker.niceness)
            worker.serve()
            return nil
          }, retained.toOpaque())
        guard failed == 0 else {
          retained.release()
          return false
        }
        pthread_detach(thread)
        return true
      }

      private func serve() {
        while true {
          count.wait()
          let job = jobs.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
          job?()
        }
      }
    #endif
  }
}
