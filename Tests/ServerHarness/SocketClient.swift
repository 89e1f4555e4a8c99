#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A client over a real socket that sends raw bytes and reads lines with a time limit.
package final class SocketClient {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  private let descriptor: Int32
  private let reader: LineReader
  package let peerPort: UInt16
  private var isClosed = false

  /// - Parameter receiveBuffer: the kernel's receive buffer in bytes, for a slow client.
  package init(port: UInt16, receiveBuffer: Int32? = nil) throws {
    guard let descriptor = Listening.connect(to: port, receiveBuffer: receiveBuffer) else {
      throw Failure(description: "cannot connect to port \(port): \(errno)")
    }
    self.descriptor = descriptor
    reader = LineReader(descriptor: descriptor)
    peerPort = port
  }

  /// A client of a server's console.
  package init(path: String) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
    reader = LineReader(descriptor: descriptor)
    peerPort = 0
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { [descriptor] in
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Failure(description: "cannot connect to \(path): \(errno)") }
  }

  /// The name of this process's user.
  package static var userName: String {
    guard let entry = getpwuid(geteuid()) else { return "\(geteuid())" }
    return String(cString: entry.pointee.pw_name)
  }

  deinit { close() }

  /// Sends bytes, all at once or one by one. Errors of a connection closed by the server are ignored.
  package func send(_ bytes: some Sequence<UInt8>, byByte: Bool = false) {
    let all = Array(bytes)
    if byByte {
      for byte in all { write([byte]) }
    } else {
      write(all)
    }
  }

  package func send(line: String) { send(Array((line + "\n").utf8)) }

  private func write(_ bytes: [UInt8]) {
    // The number of a closed descriptor may have been reused by another test.
    if !isClosed { _ = Listening.send(bytes[...], to: descriptor) }
  }

  package func next(within seconds: Double = Patience.seconds) -> LineReader.Outcome {
    isClosed ? .end : reader.next(within: seconds)
  }

  /// - Throws: if the server closes instead, or no line comes in time.
  package func line() throws -> String {
    switch next() {
    case .line(let line): return line
    case .end: throw Failure(description: "the server has closed the connection\n\(history)")
    case .timeout: throw Failure(description: "nothing came in \(Patience.seconds) s\n\(history)")
    }
  }

  /// The latest lines, and the logs of this thread's servers, for failure messages.
  private var history: String {
    let received = reader.recent.map { String($0.prefix(400)) }
    return (["the last lines that came:"] + received).joined(separator: "\n  ") + "\n" + RunningServers.lastLines()
  }

  /// - Returns: the greeting.
  @discardableResult
  package func greeting() throws -> String { try line() }

  /// The next bytes.
  ///
  /// - Throws: if the server closes instead, or they do not come in time.
  package func bytes(_ count: Int) throws -> [UInt8] {
    guard !isClosed, let bytes = reader.bytes(count, within: Patience.seconds) else {
      throw Failure(description: "\(count) bytes have not come")
    }
    return bytes
  }

  package func line(where fits: (String) -> Bool) throws -> String {
    while true {
      let line = try line()
      if fits(line) { return line }
    }
  }

  package func ask(_ line: String) throws -> String {
    send(line: line)
    return try self.line()
  }

  package func rest() -> (lines: [String], ended: Bool) {
    isClosed ? ([], true) : reader.rest(within: Patience.seconds)
  }

  package func finishSending() { if !isClosed { shutdown(descriptor, Int32(SHUT_WR)) } }

  package func close() {
    guard !isClosed else { return }
    isClosed = true
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #else
      Glibc.close(descriptor)
    #endif
  }
}

/// The time limit of waits in tests; it is not a pause. Long enough for a machine on which every test runs at once:
/// what waits for hundreds of answers of another process has taken a minute there.
package enum Patience {
  package static let seconds = 240.0
}
