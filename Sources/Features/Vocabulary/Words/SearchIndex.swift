/// The folded texts of a list of words, concatenated in one buffer: searching it takes a fraction of the time of
/// searching many strings.
struct SearchIndex: Sendable {
  /// Each text ends with a newline, which no text contains.
  private var bytes: [UInt8] = []
  /// The offset of each word's texts, in the order of the words.
  private var starts: [Int] = []

  private static let end = UInt8(ascii: "\n")

  /// Inserts a word at an index.
  mutating func insert(_ entry: Word.Entry, at place: Int) {
    let texts = Self.texts(of: entry)
    guard place < starts.count else {
      starts.append(bytes.count)
      return bytes.append(contentsOf: texts)
    }
    let start = starts[place]
    bytes.insert(contentsOf: texts, at: start)
    starts.insert(start, at: place)
    move(from: place + 1, by: texts.count)
  }

  /// Removes a word.
  mutating func remove(at place: Int) {
    let range = range(of: place)
    bytes.removeSubrange(range)
    starts.remove(at: place)
    move(from: place, by: -range.count)
  }

  /// Replaces the texts at an index.
  mutating func replace(at place: Int, with entry: Word.Entry) {
    let (range, texts) = (range(of: place), Self.texts(of: entry))
    bytes.replaceSubrange(range, with: texts)
    move(from: place + 1, by: texts.count - range.count)
  }

  private func range(of place: Int) -> Range<Int> {
    starts[place]..<(place + 1 < starts.count ? starts[place + 1] : bytes.count)
  }

  private mutating func move(from place: Int, by distance: Int) {
    for index in place..<starts.count { starts[index] += distance }
  }

  private static func texts(of entry: Word.Entry) -> [UInt8] {
    FoldedText.key(of: entry.original) + [end] + FoldedText.key(of: entry.translation) + [end]
  }

  /// The indices of the first words, from a given one on, that contain a text.
  ///
  /// - Parameter key: a result of ``FoldedText/key(of:)``; an empty one is in every word.
  func places(holding key: [UInt8], from first: Int, atMost most: Int) -> [Int] {
    guard most > 0, first < starts.count, !key.contains(Self.end) else { return [] }
    if key.isEmpty { return Array((first..<starts.count).prefix(most)) }
    var places: [Int] = []
    var offset = starts[first]
    bytes.withUnsafeBufferPointer { bytes in
      while places.count < most, let found = Self.find(key, in: bytes, from: offset) {
        let place = place(at: found)
        places.append(place)
        guard place + 1 < starts.count else { return }
        offset = starts[place + 1]
      }
    }
    return places
  }

  /// The index of the word that a byte belongs to.
  private func place(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Compares eight positions at a time with the key's first byte, and with its last byte at its distance; the rest is
  /// compared only where both may match. Eight bytes in an integer, since comparing byte vectors takes several hundred
  /// times as long.
  private static func find(_ key: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let first = key.first, let last = key.last, let base = bytes.baseAddress else { return nil }
    let distance = key.count - 1
    let end = bytes.count - distance
    let (firsts, lasts) = (ones &* UInt64(first), ones &* UInt64(last))
    let raw = UnsafeRawPointer(base)
    var offset = start
    while offset < end {
      if offset &+ 8 <= end {
        // A byte is zero where both match.
        let heads = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ firsts
        let tails = raw.loadUnaligned(fromByteOffset: offset &+ distance, as: UInt64.self) ^ lasts
        guard hasZero(heads | tails) else {
          offset &+= 8
          continue
        }
      }
      let next = min(offset &+ 8, end)
      while offset < next {
        if bytes[offset] == first, isKey(key, at: base + offset) { return offset }
        offset &+= 1
      }
    }
    return nil
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Whether one of eight bytes is zero (Warren, Hacker's Delight, 6-1).
  private static func hasZero(_ bytes: UInt64) -> Bool { (bytes &- ones) & ~bytes & (ones << 7) != 0 }

  private static func isKey(_ key: [UInt8], at start: UnsafePointer<UInt8>) -> Bool {
    for index in key.indices where start[index] != key[index] { return false }
    return true
  }
}
