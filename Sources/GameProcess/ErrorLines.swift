internal import CSandbox

/// Standard error of a program: its lines go to the server's log, with the game's name, no more than people can read.
struct ErrorLines {
  /// Lines that are passed on within a second.
  private static let most = 20
  /// Bytes of a line; what is beyond is left out.
  private static let longest = 500

  private let name: String
  private let log: @Sendable (String) -> Void
  private var line: [UInt8] = []
  private var second: UInt64 = 0
  private var count = 0
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
      if byte == UInt8(ascii: "\n") { endLine() } else if line.count < Self.longest { line.append(byte) }
    }
    return max(0, count)
  }

  private mutating func endLine() {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return }
    let now = csandbox_now() / 1_000_000_000
    if now != second { tellDropped(); (second, count) = (now, 0) }
    count += 1
    guard count <= Self.most else { return dropped += 1 }
    last = ProgramFault.shown(String(decoding: line, as: UTF8.self))
    log("\(name): \(last)")
  }

  private mutating func tellDropped() {
    if dropped > 0 { log("\(name): \(dropped) more lines on standard error") }
    dropped = 0
  }

  /// Passes on what is left.
  mutating func finish() {
    endLine()
    tellDropped()
  }
}
