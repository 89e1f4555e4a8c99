#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Takes connections, as the system does for it, and never says anything.
package final class MuteListener {
  package let port: UInt16
  private let descriptor: Int32

  package init() throws {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
    var address = CuttingProxy.loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isListening else { throw CuttingProxy.SocketFault(number: errno) }
    port = UInt16(bigEndian: address.sin_port)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
