internal import CSandbox

/// Forwards a program's standard error to the server log, prefixed with the game's name and limited per second: the
/// first ``lineLimit`` lines at once, and the last ``lineLimit`` at the end of the second, since an exception ends its
/// trace.
struct ErrorLines {
  /// Lines logged at once within a second, and lines kept after them.
  private static let lineLimit = 10
  /// Bytes of a line; the rest is cut.
  private static let byteLimit = 500

  private let name: String
  private let log: @Sendable (String) -> Void
  private var line: [UInt8] = []
  private var isCut = false
  private var second: UInt64 = 0
  private var count = 0
  /// The last lines of this second beyond the first ``lineLimit``; ``dropped`` counts those before them.
  private var kept: [String] = []
  private var dropped = 0
  /// The last non-empty line.
  private(set) var last = ""
  /// Whether standard error has not ended.
  private(set) var isOpen = true

  init(name: String, log: @escaping @Sendable (String) -> Void) { (self.name, self.log) = (name, log) }

  /// Reads what is available, at most one buffer.
  ///
  /// - Returns: the number of bytes read.
  mutating func read(_ descriptor: Int32) -> Int {
    guard isOpen else { return 0 }
    var chunk: [UInt8] = []
    let count = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      let count = csandbox_read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { chunk = Array(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      return count
    }
    if count == 0 { isOpen = false }
    for byte in chunk {
      if byte == UInt8(ascii: "\n") {
        endLine()
      } else if line.count < Self.byteLimit {
        line.append(byte)
      } else {
        isCut = true
      }
    }
    return max(0, count)
  }

  private mutating func endLine() {
    defer {
      line.removeAll(keepingCapacity: true)
      isCut = false
    }
    guard !line.isEmpty else { return }
    flushPreviousSecond()
    last = ProgramFault.sanitized(String(decoding: line, as: UTF8.self)) + (isCut ? "…" : "")
    count += 1
    guard count > Self.lineLimit else { return log("\(name): \(last)") }
    if kept.count == Self.lineLimit {
      kept.removeFirst()
      dropped += 1
    }
    kept.append(last)
  }

  /// Logs the lines kept in an earlier second.
  mutating func flushPreviousSecond() {
    let now = csandbox_now() / 1_000_000_000
    guard now != second else { return }
    flush()
    (second, count) = (now, 0)
  }

  private mutating func flush() {
    if dropped > 0 { log("\(name): … \(dropped) lines of standard error omitted") }
    for line in kept { log("\(name): \(line)") }
    (kept, dropped) = ([], 0)
  }

  /// Logs all that is left.
  mutating func finish() {
    endLine()
    flush()
  }
}
