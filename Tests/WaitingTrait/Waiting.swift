public import Testing

/// Marks tests that wait for processes, sockets or terminals: their bodies run on separate threads, several at a time.
///
/// Swift runs tests on as many threads as there are processors. A test that waits for a server blocks one of them, so
/// that without this trait the waits of all tests add up while the processors are idle. A test's time limit would count
/// the time that it waits for one of these threads, so none of them has one.
public struct Waiting: SuiteTrait, TestTrait, TestScoping {
  /// The number of tests that wait concurrently.
  static let width = 6

  fileprivate static let shared = WaitingThreads(count: width)
  fileprivate static let browser = WaitingThreads(count: 1)

  fileprivate let threads: WaitingThreads

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(threads) { try await function() }
  }
}

extension Trait where Self == Waiting {
  /// The tests wait for something outside of this process.
  public static var waiting: Self { Waiting(threads: Waiting.shared) }

  /// The tests each start a browser, which takes as much memory and time as many others: one at a time, beside them. A
  /// serialized suite would not do, since between two of its tests it waits for all that have begun.
  public static var waitingForBrowser: Self { Waiting(threads: Waiting.browser) }
}
