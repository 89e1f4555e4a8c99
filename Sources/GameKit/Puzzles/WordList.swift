/// A sorted list of words for fast search and paging.
public struct WordList: Sendable {
  /// The words, sorted by their UTF-8 bytes, without duplicates.
  public let words: [String]
  /// The first eight bytes of each word as a number, in the same order: the search keys.
  private let prefixes: [UInt64]

  /// Reads a file of lower-case words of one length, one per line, sorted and without duplicates.
  ///
  /// - Parameter length: the length of a word; only `a` to `z` are allowed.
  /// - Throws: ``ResourceFault`` naming the first bad line.
  public init(file bytes: some Sequence<UInt8>, length: Int) throws(ResourceFault) {
    var words: [String] = []
    var current: [UInt8] = []
    var previous: [UInt8] = []
    func close(_ line: Int) throws(ResourceFault) {
      guard current.count == length, current.allSatisfy({ (0x61...0x7A).contains($0) }) else {
        throw ResourceFault(message: "line \(line) is not a word of \(length) letters a to z")
      }
      guard previous.lexicographicallyPrecedes(current) else {
        throw ResourceFault(message: "line \(line) is out of order or a duplicate")
      }
      words.append(String(decoding: current, as: UTF8.self))
    }
    for byte in bytes {
      if byte == 0x0A {
        try close(words.count + 1)
        swap(&previous, &current)
        current.removeAll(keepingCapacity: true)
      } else {
        current.append(byte)
      }
    }
    if !current.isEmpty { try close(words.count + 1) }
    guard !words.isEmpty else { throw ResourceFault(message: "the file holds no words") }
    self.words = words
    prefixes = words.map(Self.prefix)
  }

  /// A list of any words, sorted, without duplicates.
  public init(_ words: some Sequence<String>) {
    // Most words differ in their first eight bytes, and numbers are compared far faster than strings.
    let all = words.map { (beginning: Self.prefix(of: $0), word: $0) }.sorted { one, other in
      one.beginning != other.beginning
        ? one.beginning < other.beginning : one.word.utf8.lexicographicallyPrecedes(other.word.utf8)
    }
    var (sorted, beginnings): ([String], [UInt64]) = ([], [])
    for (beginning, word) in all where word != sorted.last {
      sorted.append(word)
      beginnings.append(beginning)
    }
    self.words = sorted
    self.prefixes = beginnings
  }

  /// The number of words.
  public var count: Int { words.count }

  /// Whether the word is in the list.
  public func contains(_ word: String) -> Bool {
    let index = firstIndex(notBefore: word)
    return index < words.count && words[index] == word
  }

  /// Rejects a guess that is not in the list.
  public func admit(_ guess: String) throws(Rejection) {
    guard contains(guess) else { throw Rejection("not_in_word_list", "Not in word list") }
  }

  /// Rejects a guess that is not a word of that many letters `a` to `z`, with a sentence for players.
  public static func check(_ guess: String, length: Int) throws(Rejection) {
    guard guess.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      throw Rejection("not_letters", "Only the letters a to z")
    }
    if guess.utf8.count < length { throw Rejection("not_enough_letters", "Not enough letters") }
    if guess.utf8.count > length { throw Rejection("too_many_letters", "Too many letters") }
  }

  /// Up to `limit` words after `word`, or from the first one on.
  public func page(after word: String?, limit: Int) -> ArraySlice<String> {
    var start = 0
    if let word {
      start = firstIndex(notBefore: word)
      if start < words.count, words[start] == word { start += 1 }
    }
    return words[start...].prefix(max(0, limit))
  }

  private func firstIndex(notBefore word: String) -> Int {
    let beginning = Self.prefix(of: word)
    let index = prefixes.partitioningIndex { $0 >= beginning }
    guard index < words.count, prefixes[index] == beginning, words[index].utf8.lexicographicallyPrecedes(word.utf8)
    else { return index }
    // Several words can share their first eight bytes.
    let end = prefixes[index...].partitioningIndex { $0 != beginning }
    return words[index..<end].partitioningIndex { !$0.utf8.lexicographicallyPrecedes(word.utf8) }
  }

  private static func prefix(of word: String) -> UInt64 {
    var (number, shift): (UInt64, UInt64) = (0, 64)
    for byte in word.utf8.prefix(8) {
      shift -= 8
      number |= UInt64(byte) << shift
    }
    return number
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index from which on a condition holds, if it holds for no element before; otherwise the end. A binary
  /// search.
  @inlinable
  package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
