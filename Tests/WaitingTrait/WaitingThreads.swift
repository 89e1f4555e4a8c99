import Dispatch
import Foundation
import Synchronization

/// Threads that run blocking jobs in order of arrival.
final class WaitingThreads: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  init(count: Int) {
    for _ in 0..<count { Thread.detachNewThread { [self] in run() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.signal()
  }

  private func run() {
    while true {
      count.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
