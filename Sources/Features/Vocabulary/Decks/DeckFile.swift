/// Reads a deck's file in parts, so that a long one does not block the loop.
struct DeckFile: Sendable {
  /// The reader, with the notes so far.
  private(set) var reader: DeckReader
  private let bytes: [UInt8]
  private var place = 0
  /// The number of bytes read; those that were read again count twice.
  private(set) var bytesRead = 0
  /// The start of the second line of a note that spans lines.
  private var secondLine: Int?
  /// The most bytes that may be read again after quotes that are never closed: a file of such quotes is read at most
  /// twice.
  private var rereadBudget: Int

  /// Creates a file before its first part.
  ///
  /// - Parameter language: the language to learn, by the owner's name for it.
  init(_ bytes: some Collection<UInt8>, language: String? = nil) {
    reader = DeckReader(language: language)
    self.bytes = Array(bytes)
    rereadBudget = self.bytes.count + DeckReader.mostRecordBytes
  }

  /// Reads lines of at least `count` bytes. A line ends with a line feed, a carriage return or both.
  ///
  /// - Returns: whether there is more to read.
  mutating func read(atLeast count: Int) -> Bool {
    let goal = count < bytes.count - place ? place + count : bytes.count
    while place < goal {
      let end = bytes[place...].firstIndex { $0 == Self.feed || $0 == Self.carriageReturn } ?? bytes.count
      let next =
        end + 1 < bytes.count && bytes[end] == Self.carriageReturn && bytes[end + 1] == Self.feed ? end + 2 : end + 1
      let isOpen = reader.isOpen
      reader.take(bytes[place..<end])
      bytesRead += min(next, bytes.count) - place
      place = min(next, bytes.count)
      if !isOpen { secondLine = reader.isOpen ? place : nil }
      if rewind() { return true }
    }
    guard place >= bytes.count else { return true }
    reader.finish()
    return rewind()
  }

  /// Goes back to the first line that an unclosed quote has swallowed, if the last line has revealed that.
  private mutating func rewind() -> Bool {
    guard reader.hasUnclosedQuote, let secondLine, place - secondLine <= rereadBudget else { return false }
    rereadBudget -= place - secondLine
    place = secondLine
    self.secondLine = nil
    reader.goBack()
    return true
  }

  private static let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
}
