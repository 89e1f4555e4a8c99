public import Testing

/// Marks tests that wait for processes, sockets or terminals: their bodies run on threads of their own, several at a
/// time.
///
/// Swift runs tests on as many threads as the machine has processors. A test that waits for a server takes one of them
/// along, so that without this the waits of all tests add up while the processors have nothing to do.
public struct Waiting: SuiteTrait, TestTrait, TestScoping {
  /// As many tests wait side by side.
  static let width = 6

  private static let threads = WaitingThreads(count: width)

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.threads) { try await function() }
  }
}

extension Trait where Self == Waiting {
  /// The tests wait for something outside of this process.
  public static var waiting: Self { Waiting() }
}
