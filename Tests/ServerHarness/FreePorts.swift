import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Ports for programs that cannot choose one themselves.
package enum FreePorts {
  /// Distinct ports on which nobody listens.
  ///
  /// They are below the system's ephemeral range, so that nothing else gets one of them before the program does. The
  /// search starts at a number derived from the process ID, so that concurrent test runs differ.
  package static func take(_ count: Int) throws -> [UInt16] {
    var ports: [UInt16] = []
    while ports.count < count {
      let port = UInt16(
        20_000
          + counter.withLock { counter in
            counter += 1
            return counter % 12_000
          })
      if isFree(port) { ports.append(port) }
    }
    return ports
  }

  private static let counter = Mutex(Int(getpid()) * 97)

  private static func isFree(_ port: UInt16) -> Bool {
    guard let (descriptor, _) = try? Listening.start(port: port) else { return false }
    close(descriptor)
    return true
  }
}
