#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// System calls that differ between systems, or whose names are shadowed elsewhere.
enum SystemCalls {
  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  /// A TCP socket: non-blocking, close-on-exec, without Nagle's algorithm and without SIGPIPE; negative on failure.
  static func tcpSocket(family: Int32) -> Int32 {
    #if canImport(Darwin)
      let descriptor = socket(family, SOCK_STREAM, 0)
    #else
      let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return -errno }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return descriptor
  }

  /// Starts to connect: 0 or a negative errno, `-EINPROGRESS` while it is pending.
  static func connect(_ descriptor: Int32, to address: SocketAddress) -> Int32 {
    address.bytes.withUnsafeBytes { bytes -> Int32 in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -EINVAL }
      #if canImport(Darwin)
        let result = Darwin.connect(descriptor, start, socklen_t(bytes.count))
      #else
        let result = Glibc.connect(descriptor, start, socklen_t(bytes.count))
      #endif
      return result == 0 ? 0 : -errno
    }
  }

  /// The result of a connection attempt: 0 or an errno.
  static func pendingError(_ descriptor: Int32) -> Int32 {
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
  }

  /// Sends what fits: the number of bytes, or a negative errno.
  static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      let count = Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
      let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
    return count >= 0 ? count : -Int(errno)
  }

  /// Reads available bytes: their number, 0 at the end of the stream, or a negative errno.
  static func receive(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    return count >= 0 ? count : -Int(errno)
  }

  static func finishSending(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  static func sentence(_ error: Int32) -> String {
    var text = [CChar](repeating: 0, count: 256)
    guard strerror_r(error, &text, text.count) == 0 else { return "error \(error)" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// An address to connect to, in the system's form.
struct SocketAddress: Hashable, Sendable {
  let family: Int32
  let bytes: [UInt8]
}
