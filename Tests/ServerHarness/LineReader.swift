#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads lines from a socket or a pipe, with a time limit for each and without sleeping.
package final class LineReader {
  package enum Outcome: Equatable {
    case line(String)
    /// The peer has closed; an incomplete last line is dropped on purpose.
    case end
    case timeout
  }

  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The latest lines read, oldest first, for failure messages.
  private(set) var recent: [String] = []
  private static let mostRecent = 24

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next line, within a number of seconds.
  package func next(within seconds: Double) -> Outcome {
    let deadline = Self.now + seconds
    var searched = start
    while true {
      if let newline = pending[searched...].firstIndex(of: 0x0A) {
        let bytes = pending[start..<newline]
        start = newline + 1
        compact()
        let line =
          String(validating: bytes, as: UTF8.self) ?? "(not UTF-8) \(String(decoding: bytes, as: UTF8.self))"
        remember(line)
        return .line(line)
      }
      searched = pending.endIndex
      if isAtEnd { return .end }
      guard waitForInput(until: deadline) else { return .timeout }
      fill()
    }
  }

  /// The next bytes; `nil` if they do not come within the time, or the stream ends.
  package func bytes(_ count: Int, within seconds: Double) -> [UInt8]? {
    let deadline = Self.now + seconds
    while pending.count - start < count {
      if isAtEnd || !waitForInput(until: deadline) { return nil }
      fill()
    }
    let bytes = Array(pending[start..<(start + count)])
    start += count
    compact()
    return bytes
  }

  /// All lines until the peer closes or the time is over.
  package func rest(within seconds: Double) -> (lines: [String], ended: Bool) {
    let deadline = Self.now + seconds
    var lines: [String] = []
    while true {
      switch next(within: max(0, deadline - Self.now)) {
      case .line(let line): lines.append(line)
      case .end: return (lines, true)
      case .timeout: return (lines, false)
      }
    }
  }

  private func remember(_ line: String) {
    if recent.count == Self.mostRecent { recent.removeFirst() }
    recent.append(line)
  }

  private func compact() {
    guard start > 65_536 || start == pending.count else { return }
    pending.removeSubrange(..<start)
    start = 0
  }

  private func waitForInput(until deadline: Double) -> Bool {
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let milliseconds = Int32(max(0, (deadline - Self.now) * 1000))
      let count = poll(&entry, 1, milliseconds)
      if count > 0 { return true }
      if count == 0 { return false }
      guard errno == EINTR else { return true }
    }
  }

  private func fill() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 {
      pending += chunk[..<count]
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      isAtEnd = true
    }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
