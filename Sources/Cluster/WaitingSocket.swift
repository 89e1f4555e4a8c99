internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A connection with blocking calls, each with a deadline. One thread uses it; any other may shut it down.
package final class WaitingSocket: Sendable {
  /// Why a call ended early.
  package enum Fault: Error, Hashable {
    case timeOver
    case closed
    case failed(Int32)

    /// The end of a sentence: "…: connection refused".
    package var phrase: String {
      switch self {
      case .timeOver: "timed out"
      case .closed: "the connection was closed"
      case .failed(CSYSTEM_UNKNOWN_HOST): "unknown host"
      case .failed(let error): Self.text(of: error)
      }
    }

    private static func text(of error: Int32) -> String {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
        guard let text = buffer.baseAddress else { return "" }
        csystem_error_text(-error, text, buffer.count)
        return String(cString: text)
      }
    }
  }

  private let descriptor: Int32

  package init(toHost host: String, port: UInt16, milliseconds: Int32) throws(Fault) {
    descriptor = csystem_connect(host, port, milliseconds)
    if descriptor < 0 { throw .failed(descriptor) }
  }

  deinit { _ = csystem_close(descriptor) }

  /// Shuts both directions down: blocked calls return.
  package func shutDown() { _ = csystem_shutdown(descriptor) }

  /// Whether no input, not even the end of the stream, is pending: the normal state between two requests.
  package var isQuiet: Bool { csystem_wait_readable(descriptor, 0) == 0 }

  /// Whether input, the end or an error arrives within that many milliseconds.
  package func isReadable(withinMilliseconds milliseconds: Int32) -> Bool {
    csystem_wait_readable(descriptor, milliseconds) != 0
  }

  /// Sends all bytes.
  package func send(_ bytes: [UInt8], until deadline: Deadline) throws(Fault) {
    var start = 0
    while start < bytes.count {
      let sent = bytes.withUnsafeBytes { all in
        csystem_send(descriptor, UnsafeRawBufferPointer(rebasing: all[start...]).baseAddress, all.count - start)
      }
      if sent > 0 {
        start += sent
      } else if Self.isTransient(sent) {
        try Self.check(csystem_wait_writable(descriptor, deadline.millisecondsLeft))
      } else {
        throw sent == 0 ? .closed : .failed(Int32(clamping: sent))
      }
    }
  }

  /// Waits for bytes and returns their number. Pending input is read even after the deadline: a process that was
  /// suspended still gets its answer.
  package func receive(into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline) throws(Fault) -> Int {
    while true {
      let count = csystem_receive(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { return count }
      if count == 0 { throw .closed }
      guard Self.isTransient(count) else { throw .failed(Int32(clamping: count)) }
      try Self.check(csystem_wait_readable(descriptor, deadline.millisecondsLeft))
    }
  }

  private static func check(_ waited: Int32) throws(Fault) {
    if waited == 0 { throw .timeOver }
    if waited < 0 { throw .failed(waited) }
  }

  private static func isTransient(_ result: Int) -> Bool {
    result == -Int(EAGAIN) || result == -Int(EINTR)
  }
}

/// A deadline on a monotonic clock.
package struct Deadline: Sendable {
  private let nanoseconds: UInt64

  package init(after duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let wanted = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    // Clamped to 28 hours, so that the addition cannot overflow.
    nanoseconds = csystem_monotonic_nanoseconds() &+ UInt64(min(max(wanted, 0), 1e14))
  }

  func earlier(of other: Deadline) -> Deadline { other.nanoseconds < nanoseconds ? other : self }

  /// Rounded up, so that nobody polls with zero milliseconds repeatedly; 0 once it is over.
  package var millisecondsLeft: Int32 {
    let now = csystem_monotonic_nanoseconds()
    return now < nanoseconds ? Int32(clamping: (nanoseconds - now + 999_999) / 1_000_000) : 0
  }
}
