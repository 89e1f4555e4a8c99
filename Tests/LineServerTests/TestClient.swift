import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A blocking client with a timeout of thirty seconds.
final class TestClient {
  private let descriptor: Int32
  private var received: [UInt8] = []
  private(set) var failure: Int32 = 0

  init?(port: UInt16, receiveBuffer: Int32 = 0) {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      // Child processes of other tests must not inherit the connection.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #endif
    descriptor = socket(AF_INET, kind, 0)
    if descriptor < 0 { return nil }
    if receiveBuffer > 0 {
      var size = receiveBuffer
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let descriptor = descriptor
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { return nil }
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      start += count
    }
  }

  func send(_ text: String) { send([UInt8](text.utf8)) }

  func line() -> String? {
    while true {
      if let newline = received.firstIndex(of: 10) {
        let line = String(decoding: received[..<newline], as: UTF8.self)
        received.removeSubrange(...newline)
        return line
      }
      if !fill() { return nil }
    }
  }

  func rest() -> String {
    while fill() {}
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }

  func ask(_ text: String) -> String? {
    send(text + "\n")
    return line()
  }

  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  func resetOnClose() {
    var choice = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &choice, socklen_t(MemoryLayout<linger>.size))
  }

  /// Waits for an answer and leaves it unread, so that a close is a reset.
  func peek() -> Int {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK))
  }

  private func fill() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &chunk, chunk.count)
    failure = count < 0 ? errno : 0
    if count > 0 { received += chunk.prefix(count) }
    return count > 0
  }
}

final class Journal: Sendable {
  private let entries = Mutex<[String]>([])

  func write(_ entry: String) { entries.withLock { $0.append(entry) } }

  var all: [String] { entries.withLock { $0 } }

  /// Waits for a recorded call, for at most ten seconds.
  func waits(for entry: String) -> Bool { waits { $0.contains(entry) } }

  func waits(_ condition: ([String]) -> Bool) -> Bool {
    for _ in 0..<5000 {
      if condition(all) { return true }
      usleep(2000)
    }
    return false
  }
}
