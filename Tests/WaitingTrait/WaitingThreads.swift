import Dispatch
import Foundation
import Synchronization

/// Threads that run blocking jobs. Jobs of suites that have begun come first, the others in order of arrival, so that a
/// suite whose tests run one after another does not queue behind all others for each of them.
final class WaitingThreads: Sendable {
  private struct Jobs {
    var begun: [(UnownedJob, SuiteExecutor)] = []
    var others: [(UnownedJob, SuiteExecutor)] = []
  }

  private let jobs = Mutex(Jobs())
  private let count = DispatchSemaphore(value: 0)

  init(count: Int) {
    for _ in 0..<count { Thread.detachNewThread { [self] in run() } }
  }

  fileprivate func add(_ job: UnownedJob, of suite: SuiteExecutor, hasBegun: Bool) {
    jobs.withLock { jobs in
      if hasBegun { jobs.begun.append((job, suite)) } else { jobs.others.append((job, suite)) }
    }
    count.signal()
  }

  private func run() {
    while true {
      count.wait()
      let (job, suite) = jobs.withLock { $0.begun.isEmpty ? $0.others.removeFirst() : $0.begun.removeFirst() }
      suite.run(job)
    }
  }
}

/// Runs the jobs of one suite on shared threads.
final class SuiteExecutor: TaskExecutor {
  private let threads: WaitingThreads
  private let hasBegun: Atomic<Bool>

  init(_ threads: WaitingThreads, hasBegun: Bool) {
    self.threads = threads
    self.hasBegun = Atomic(hasBegun)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    threads.add(UnownedJob(job), of: self, hasBegun: hasBegun.load(ordering: .relaxed))
  }

  fileprivate func run(_ job: UnownedJob) {
    hasBegun.store(true, ordering: .relaxed)
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
