#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Accepts connections, in the system's backlog, and sends nothing.
package final class MuteListener {
  package let port: UInt16
  private let descriptor: Int32

  package init() throws { (descriptor, port) = try Listening.start(backlog: 8) }

  deinit { close(descriptor) }
}
