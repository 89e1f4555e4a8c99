/// A deck's file that is read a part at a time, so that nobody waits for a long one.
public struct DeckFile: Sendable {
  /// What has been read so far.
  public private(set) var reader: DeckReader
  private let bytes: [UInt8]
  private var place = 0
  /// How many bytes have been read, those that were read again counted again.
  public private(set) var bytesRead = 0
  /// Where the line begins that follows the one on which a note in several lines begins.
  private var secondLine: Int?
  /// How many bytes may be read again after a quote that was never closed: a file of nothing but such quotes is read
  /// twice at most.
  private var leftToReadAgain: Int

  /// A file of which nothing has been read yet.
  ///
  /// - Parameter language: the one that is learnt with it, as its owner calls it.
  public init(_ bytes: some Collection<UInt8>, language: String? = nil) {
    reader = DeckReader(language: language)
    self.bytes = Array(bytes)
    leftToReadAgain = self.bytes.count + DeckReader.mostRecordBytes
  }

  /// Reads lines until they have so many bytes. A line ends with a line feed, a carriage return or both.
  ///
  /// - Returns: whether there is more to read.
  public mutating func read(atLeast count: Int) -> Bool {
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
      if goBack() { return true }
    }
    guard place >= bytes.count else { return true }
    reader.finish()
    return goBack()
  }

  /// Goes back to the first line that a quote has swallowed, if the last one has shown that it has.
  private mutating func goBack() -> Bool {
    guard reader.hasSwallowed, let secondLine, place - secondLine <= leftToReadAgain else { return false }
    leftToReadAgain -= place - secondLine
    place = secondLine
    self.secondLine = nil
    reader.goBack()
    return true
  }

  private static let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
}
