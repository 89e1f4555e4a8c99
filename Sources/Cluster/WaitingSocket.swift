internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A connection whose calls wait, each until a deadline. One thread uses it; any other may shut it down.
package final class WaitingSocket: Sendable {
  /// What ended a call before it was done.
  package enum Fault: Error, Hashable {
    case timeOver
    case closed
    case failed(Int32)

    /// As the end of a sentence: "…: connection refused".
    package var phrase: String {
      switch self {
      case .timeOver: "the time is over"
      case .closed: "the connection was closed"
      case .failed(CSYSTEM_UNKNOWN_HOST): "there is no such host"
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

  /// Ends it for both sides: whoever waits wakes.
  package func shutDown() { _ = csystem_shutdown(descriptor) }

  /// Whether nothing has come, not even the end, which is what a connection between two requests looks like.
  package var isQuiet: Bool { csystem_wait_readable(descriptor, 0) == 0 }

  /// Whether something comes within so many milliseconds, the end or an error included.
  package func isReadable(withinMilliseconds milliseconds: Int32) -> Bool {
    csystem_wait_readable(descriptor, milliseconds) != 0
  }

  /// Sends all of it.
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

  /// Waits for bytes and answers how many there are. What has come is read even where the deadline is over: a process
  /// that was paused finds its answer.
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
