internal import Synchronization
public import Testing

/// Marks tests that wait for processes, sockets or terminals: their bodies run on separate threads, several at a time.
///
/// Swift runs tests on as many threads as there are processors. A test that waits for a server blocks one of them, so
/// that without this trait the waits of all tests add up while the processors are idle.
public struct Waiting: SuiteTrait, TestTrait, TestScoping {
  /// The number of tests that wait concurrently.
  static let width = 6

  private static let threads = WaitingThreads(count: width)
  private static let executors = Mutex<[Substring: SuiteExecutor]>([:])

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.executor(of: test)) { try await function() }
  }

  /// The executor of a test's outermost suite.
  private static func executor(of test: Test) -> SuiteExecutor {
    let suite = "\(test.id)".prefix { $0 != "/" }
    return executors.withLock { executors in
      if let known = executors[suite] { return known }
      let executor = SuiteExecutor(threads)
      executors[suite] = executor
      return executor
    }
  }
}

extension Trait where Self == Waiting {
  /// The tests wait for something outside of this process.
  public static var waiting: Self { Waiting() }
}
