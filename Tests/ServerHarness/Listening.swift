import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

package struct SocketFault: Error {
  package let number: Int32
}

/// Sockets on this machine, which started programs do not inherit.
package enum Listening {
  /// - Parameters:
  ///   - place: the last part of the address 127.0.0.N.
  ///   - port: 0 for any port.
  package static func start(
    backlog: Int32 = 64, at place: UInt8 = 1, port: UInt16 = 0
  ) throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = newSocket()
    var address = loopback(port: port)
    address.sin_addr.s_addr = (UInt32(0x7F00_0000) + UInt32(place)).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, backlog) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isListening else { throw SocketFault(number: errno) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// The two ends of a pipe: a thread that polls the first wakes when the second is written to or closed.
  package static func bell() throws -> (ear: Int32, button: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SocketFault(number: errno) }
    for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  package static func take(from listener: Int32) -> Int32? {
    let descriptor = accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    prepare(descriptor)
    return descriptor
  }

  /// - Parameter receiveBuffer: the kernel's receive buffer in bytes, for a slow client.
  static func connect(to port: UInt16, receiveBuffer: Int32? = nil) -> Int32? {
    let descriptor = newSocket()
    prepare(descriptor)
    if var receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = loopback(port: port)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #if canImport(Darwin)
          Darwin.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #else
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #endif
      }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// - Returns: whether everything was sent.
  package static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          Darwin.send(descriptor, buffer.baseAddress, buffer.count, 0)
        #else
          Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      if sent < 0, errno == EINTR { continue }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  private static func newSocket() -> Int32 {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
    return descriptor
  }

  private static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
