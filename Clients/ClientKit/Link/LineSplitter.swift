/// Cuts what a link brings into lines, wherever the network has cut it.
struct LineSplitter {
  /// The longest line taken, in bytes. Servers write none near it: more is no Parlor server, or no end.
  static let greatestLine = 16 << 20

  /// The beginning of a line whose end has not come.
  private var partial: [UInt8] = []

  /// Hands over each whole line without its newline, and without a `\r` before that. Blank ones are left out.
  ///
  /// - Returns: `false` when a line has grown too long.
  ///
  /// - Parameter keepingBlank: whether blank lines are handed over too: between paragraphs of text they mean something.
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
