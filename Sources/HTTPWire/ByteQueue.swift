/// Bytes that have come and have not been read yet, handed out line by line without looking at any of them twice.
struct ByteQueue: Sendable {
  private var bytes: [UInt8] = []
  /// The first byte that has not been taken.
  private var start = 0
  /// Bytes before this one have been looked at, and no line ends there.
  private var searched = 0

  /// How many bytes wait.
  var count: Int { bytes.count - start }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    // What was taken is given back when it is at least as much as what is moved for it.
    if start >= count {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Takes what there is, up to a number of bytes.
  mutating func take(upTo most: Int) -> ArraySlice<UInt8> {
    let taken = bytes[start..<(start + min(max(most, 0), count))]
    start = taken.endIndex
    searched = start
    return taken
  }

  /// Takes a line without its ending; `nil` until all of it is there.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of the line without its ending.
  ///   - overflow: thrown as soon as the line is longer.
  /// - Throws: `overflow`; or a refusal for a line that ends in anything but CR LF, or holds a control character.
  mutating func takeLine(limit: Int, overflow: HTTPRefusal) throws(HTTPRefusal) -> ArraySlice<UInt8>? {
    while searched < bytes.count {
      let byte = bytes[searched]
      if byte == Byte.carriageReturn {
        guard searched + 1 < bytes.count else { return nil }
        guard bytes[searched + 1] == Byte.newline else { throw .bad("a carriage return alone ends no line") }
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

  /// Gives the memory back if nothing waits.
  mutating func shrink() {
    if count == 0 { self = ByteQueue() }
  }
}
