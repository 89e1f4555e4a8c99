import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The exit status of the process, if a node stops by itself.
final class ExitStatus: Sendable {
  private let status = Atomic<Int32>(0)

  var value: Int32 { status.load(ordering: .relaxed) }

  /// Stops as a signal does: pending requests are answered, and an owner hands over.
  func stop(with value: Int32) {
    status.store(value, ordering: .relaxed)
    kill(getpid(), SIGTERM)
  }
}
