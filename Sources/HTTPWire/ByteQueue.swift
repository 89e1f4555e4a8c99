/// Received bytes that were not read yet, handed out line by line; each byte is scanned once.
struct ByteQueue: Sendable {
  private var bytes: [UInt8] = []
  /// The first unread byte.
  private var start = 0
  /// Bytes before this index were scanned, and no line ends there.
  private var searched = 0

  /// The number of unread bytes.
  var count: Int { bytes.count - start }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    // Read bytes are removed when they are at least as many as those that have to be moved.
    if start >= count {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Takes at most `most` bytes.
  mutating func take(upTo most: Int) -> ArraySlice<UInt8> {
    let taken = bytes[start..<(start + min(max(most, 0), count))]
    start = taken.endIndex
    searched = start
    return taken
  }

  /// Takes a line without its ending; `nil` until it is complete.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of the line without its ending.
  ///   - overflow: thrown as soon as the line is longer.
  /// - Throws: `overflow`; or a refusal of a line that does not end in CR LF, or holds a control character.
  mutating func takeLine(limit: Int, overflow: HTTPRefusal) throws(HTTPRefusal) -> ArraySlice<UInt8>? {
    while searched < bytes.count {
      let byte = bytes[searched]
      if byte == Byte.carriageReturn {
        guard searched + 1 < bytes.count else { return nil }
        guard bytes[searched + 1] == Byte.newline else { throw .bad("a carriage return without a line feed") }
        let line = bytes[start..<searched]
        start = searched + 2
        searched = start
        return line
      }
      guard byte != Byte.newline else { throw .bad("a line must end in CR LF") }
      guard !Byte.isControl(byte) || byte == Byte.tab else { throw .bad("control character in a line") }
      searched += 1
      guard searched - start <= limit else { throw overflow }
    }
    return nil
  }

  /// Frees the memory if nothing is unread.
  mutating func shrink() {
    if count == 0 { self = ByteQueue() }
  }
}
