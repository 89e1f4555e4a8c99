internal import CSandbox

/// Standard error of a program: its lines go to the server's log, with the game's name, no more than people can read.
/// Of more than that in one second the first are passed on at once, and the last ones at its end: an exception stands
/// there.
struct ErrorLines {
  /// Lines that are passed on at once within a second, and lines that are kept after them.
  private static let most = 10
  /// Bytes of a line; what is beyond is left out.
  private static let longest = 500

  private let name: String
  private let log: @Sendable (String) -> Void
  private var line: [UInt8] = []
  private var isCut = false
  private var second: UInt64 = 0
  private var count = 0
  /// The last lines of this second that were not passed on, and how many came before them.
  private var kept: [String] = []
  private var dropped = 0
  /// The last line that was not empty.
  private(set) var last = ""
  /// Whether more may come.
  private(set) var isOpen = true

  init(name: String, log: @escaping @Sendable (String) -> Void) { (self.name, self.log) = (name, log) }

  /// Reads what is there, at most one buffer.
  ///
  /// - Returns: the bytes read; 0 where there are none.
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
      } else if line.count < Self.longest {
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
    flushOfEarlier()
    last = ProgramFault.shown(String(decoding: line, as: UTF8.self)) + (isCut ? "…" : "")
    count += 1
    guard count > Self.most else { return log("\(name): \(last)") }
    if kept.count == Self.most {
      kept.removeFirst()
      dropped += 1
    }
    kept.append(last)
  }

  /// Passes on what an earlier second has kept.
  mutating func flushOfEarlier() {
    let now = csandbox_now() / 1_000_000_000
    guard now != second else { return }
    flush()
    (second, count) = (now, 0)
  }

  private mutating func flush() {
    if dropped > 0 { log("\(name): … \(dropped) more lines on standard error, and then:") }
    for line in kept { log("\(name): \(line)") }
    (kept, dropped) = ([], 0)
  }

  /// Passes on what is left.
  mutating func finish() {
    endLine()
    flush()
  }
}
