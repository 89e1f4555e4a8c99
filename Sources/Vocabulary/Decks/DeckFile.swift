/// A deck's file that is read a part at a time, so that nobody waits for a long one.
public struct DeckFile: Sendable {
  /// What has been read so far.
  public private(set) var reader = DeckReader()
  private let bytes: [UInt8]
  private var place = 0

  /// A file of which nothing has been read yet.
  public init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

  /// Reads lines until they have so many bytes.
  ///
  /// - Returns: whether there is more to read.
  public mutating func read(atLeast count: Int) -> Bool {
    let goal = count < bytes.count - place ? place + count : bytes.count
    while place < goal {
      let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let isCRLF = end > place && end < bytes.count && bytes[end - 1] == UInt8(ascii: "\r")
      reader.take(bytes[place..<(isCRLF ? end - 1 : end)])
      place = min(end + 1, bytes.count)
    }
    guard place >= bytes.count else { return true }
    reader.finish()
    return false
  }
}
