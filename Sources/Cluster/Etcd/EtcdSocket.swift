internal import CSystem
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A connection whose calls wait, each until a deadline. One thread uses it; any other may shut it down.
final class EtcdSocket: Sendable {
  /// What ended a call before it was done.
  enum Fault: Error, Hashable {
    case timeOver
    case closed
    case failed(Int32)

    /// As the end of a sentence: "…: connection refused".
    var phrase: String {
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

  init(to endpoint: EtcdEndpoint, milliseconds: Int32) throws(Fault) {
    descriptor = csystem_connect(endpoint.host, endpoint.port, milliseconds)
    if descriptor < 0 { throw .failed(descriptor) }
  }

  deinit { _ = csystem_close(descriptor) }

  /// Ends it for both sides: whoever waits wakes.
  func shutDown() { _ = csystem_shutdown(descriptor) }

  /// Whether nothing has come, not even the end, which is what a connection between two requests looks like.
  var isQuiet: Bool { csystem_wait_readable(descriptor, 0) == 0 }

  /// Whether something comes within so many milliseconds, the end or an error included.
  func isReadable(withinMilliseconds milliseconds: Int32) -> Bool {
    csystem_wait_readable(descriptor, milliseconds) != 0
  }

  /// Sends all of it.
  func send(_ bytes: [UInt8], until deadline: Deadline) throws(Fault) {
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
  func receive(into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline) throws(Fault) -> Int {
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

/// Lets another thread end what waits on a socket, now or when it begins to.
final class EtcdInterrupt: Sendable {
  private struct State {
    var socket: EtcdSocket?
    var isSet = false
  }

  private let state: Mutex<State> = Mutex(State())

  var isSet: Bool { state.withLock { $0.isSet } }

  /// From now on this is the socket that would be shut down.
  func watch(_ socket: EtcdSocket?) {
    let isSet = state.withLock { state in
      state.socket = socket
      return state.isSet
    }
    if isSet { socket?.shutDown() }
  }

  func set() {
    let socket = state.withLock { state in
      state.isSet = true
      return state.socket
    }
    socket?.shutDown()
  }
}
