internal import Synchronization
public import Testing

/// Marks tests that wait for processes, sockets or terminals: their bodies run on separate threads, several at a time.
///
/// Swift runs tests on as many threads as there are processors. A test that waits for a server blocks one of them, so
/// that without this trait the waits of all tests add up while the processors are idle.
public struct Waiting: SuiteTrait, TestTrait, TestScoping {
  /// The number of tests that wait concurrently.
  static let width = 6

  /// Whether the suite starts before others.
  let comesFirst: Bool

  private static let threads = WaitingThreads(count: width)
  private static let executors = Mutex<[Substring: SuiteExecutor]>([:])

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(executor(of: test)) { try await function() }
  }

  /// The executor of a test's outermost suite.
  private func executor(of test: Test) -> SuiteExecutor {
    let suite = "\(test.id)".prefix { $0 != "/" }
    return Self.executors.withLock { executors in
      if let known = executors[suite] { return known }
      let executor = SuiteExecutor(Self.threads, hasBegun: comesFirst)
      executors[suite] = executor
      return executor
    }
  }
}

extension Trait where Self == Waiting {
  /// The tests wait for something outside of this process.
  public static var waiting: Self { Waiting(comesFirst: false) }

  /// The same for a suite whose tests, one after another, take longer than the others: it starts before them.
  public static var waitingFirst: Self { Waiting(comesFirst: true) }
}
