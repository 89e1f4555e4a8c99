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
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
