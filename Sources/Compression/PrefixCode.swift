/// A canonical prefix code (RFC 1951, section 3.2.2): it follows from the lengths of its codes.
struct PrefixCode {
  /// The bits of each symbol's code; 0 for a symbol without one.
  let lengths: [Int]
  /// The codes, to be written least significant bit first.
  let codes: [Int]

  /// The longest code of a block's symbols, and of the code that its header is written in.
  static let longest = 15, longestInHeader = 7

  /// - Parameter lengths: each at most ``longest``.
  init(lengths: [Int]) {
    self.lengths = lengths
    var next = [Int](repeating: 0, count: Self.longest + 1)
    for length in 1..<Self.longest { next[length + 1] = (next[length] + lengths.count { $0 == length }) << 1 }
    codes = lengths.map { length in
      let code = next[length]
      next[length] += 1
      return (0..<length).reduce(0) { $0 | (code >> $1 & 1) << (length - 1 - $1) }
    }
  }

  /// The shortest code for symbols that occur so many times, each code of at most `longest` bits (package-merge,
  /// Larmore and Hirschberg 1990).
  ///
  /// A level holds the symbols and the pairs of the level before, the lightest first. What is chosen of the last level
  /// is unpacked, and a symbol's code has a bit for each level in which it is chosen: never more bits than levels.
  ///
  /// - Parameter counts: at most 2 to the `longest` are not 0.
  init(counts: [Int], longest: Int) {
    let symbols = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
    var lengths = [Int](repeating: 0, count: counts.count)
    // A code of no bits cannot be read.
    if symbols.count == 1 { lengths[symbols[0]] = 1 }
    var levels: [(isPair: [Bool], weights: [Int])] = []
    for _ in 0..<longest where symbols.count > 1 {
      let last = levels.last?.weights ?? []
      let pairs = stride(from: 1, to: last.count, by: 2).map { last[$0 - 1] + last[$0] }
      let items = symbols.map { (counts[$0], false) } + pairs.map { ($0, true) }
      let sorted = items.sorted { $0.0 < $1.0 }
      levels.append((sorted.map(\.1), sorted.map(\.0)))
    }
    var chosen = 2 * symbols.count - 2
    for level in levels.reversed() {
      let pairs = level.isPair.prefix(chosen).count { $0 }
      for symbol in symbols.prefix(chosen - pairs) { lengths[symbol] += 1 }
      chosen = 2 * pairs
    }
    self.init(lengths: lengths)
  }

  /// The codes of a block without a header (section 3.2.6): of literals, the block's end and lengths; and of distances.
  static let fixed = PrefixCode(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = PrefixCode(lengths: [Int](repeating: 5, count: 30))

  /// The bits that symbols take which occur so many times.
  func bits(of counts: [Int]) -> Int { zip(counts, lengths).reduce(0) { $0 + $1.0 * $1.1 } }
}
