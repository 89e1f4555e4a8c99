/// Decodes the symbols of a canonical prefix code (RFC 1951, section 3.2.2).
struct PrefixReader {
  /// The number of codes of each length, and the symbols in the order of their codes.
  private let counts: [Int]
  private let symbols: [Int]

  /// `nil` if codes are left without a symbol, or are missing. A code that is used once or never may be incomplete.
  init?(lengths: ArraySlice<Int>) {
    var counts = [Int](repeating: 0, count: PrefixCode.longest + 1)
    for length in lengths { counts[length] += 1 }
    let used = lengths.count - counts[0]
    counts[0] = 0
    // Codes of each length that are not assigned yet.
    var left = 1
    for count in counts.dropFirst() {
      left = 2 * left - count
      if left < 0 { return nil }
    }
    guard left == 0 || used == 0 || (used == 1 && counts[1] == 1) else { return nil }
    self.init(counts: counts, lengths: lengths)
  }

  private init(counts: [Int], lengths: ArraySlice<Int>) {
    self.counts = counts
    let symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    self.symbols = symbols.map { $0 - lengths.startIndex }
  }

  /// The codes of a block without a header (section 3.2.6); two of the 32 distances have no meaning.
  static let fixed = PrefixReader(fixed: .fixed), fixedDistances = PrefixReader(fixed: .fixedDistances)

  private init(fixed code: PrefixCode) {
    let counts = (0...PrefixCode.longest).map { length in length == 0 ? 0 : code.lengths.count { $0 == length } }
    self.init(counts: counts, lengths: code.lengths[...])
  }

  /// The symbol whose code comes next; `nil` if there is none.
  ///
  /// Codes of a length are consecutive numbers, the most significant bit first, and shorter codes are smaller than the
  /// beginnings of longer ones.
  func symbol(from input: inout BitReader) -> Int? {
    var (code, first, index) = (0, 0, 0)
    for length in 1...PrefixCode.longest {
      guard let bit = input.take(1) else { return nil }
      code |= bit
      let count = counts[length]
      if code - first < count { return symbols[index + code - first] }
      index += count
      (code, first) = (code << 1, (first + count) << 1)
    }
    return nil
  }
}
