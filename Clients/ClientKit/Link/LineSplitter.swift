/// Splits a link's input into lines.
struct LineSplitter {
  /// The longest accepted line in bytes, far beyond a server's: a longer one is not Parlor's.
  static let greatestLine = 16 << 20

  /// The incomplete last line.
  private var partial: [UInt8] = []

  /// Hands over each complete line without its newline, and without a `\r` before it. Blank lines are skipped.
  ///
  /// - Parameter keepingBlank: whether blank lines are handed over too, since they separate paragraphs of text.
  /// - Returns: `false` if a line is too long.
  mutating func split(
    _ bytes: UnsafeRawBufferPointer, keepingBlank: Bool = false, _ line: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    var start = 0
    while let end = Self.newline(in: bytes, from: start) {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      if partial.isEmpty {
        Self.hand(rest, keepingBlank, to: line)
      } else {
        partial.append(contentsOf: rest)
        partial.withUnsafeBytes { Self.hand($0, keepingBlank, to: line) }
        partial.removeAll(keepingCapacity: partial.count <= 65_536)
      }
      start = end + 1
    }
    guard partial.count + bytes.count - start <= Self.greatestLine else { return false }
    if start < bytes.count { partial.append(contentsOf: bytes[start...]) }
    return true
  }

  mutating func reset() { partial.removeAll() }

  private static func newline(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var at = start
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "\n") { return at }
      at &+= 1
    }
    return nil
  }

  private static func hand(
    _ bytes: UnsafeRawBufferPointer, _ keepingBlank: Bool, to line: (UnsafeRawBufferPointer) -> Void
  ) {
    let end = bytes.last == UInt8(ascii: "\r") ? bytes.count - 1 : bytes.count
    if end > 0 || keepingBlank { line(UnsafeRawBufferPointer(rebasing: bytes[..<end])) }
  }
}
