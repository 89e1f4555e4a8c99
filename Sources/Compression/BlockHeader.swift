/// The header of a block's codes (RFC 1951, section 3.2.7): the lengths of both, with runs as one symbol, in a code of
/// its own.
struct BlockHeader {
  /// The order of the header code's lengths, with rarely used ones at the end.
  static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// A length, or a run: 16 repeats the last one, 17 and 18 are of zeros.
  private typealias Item = (symbol: Int, extra: Int, extraBits: Int)

  private let items: [Item]
  private let code: PrefixCode
  /// The number of lengths of symbols, of distances and of the header's own code.
  private let counts: (symbols: Int, distances: Int, own: Int)

  init(_ symbols: PrefixCode, _ distances: PrefixCode) {
    func used(_ lengths: [Int], least: Int) -> ArraySlice<Int> {
      lengths.prefix(max(least, (lengths.lastIndex { $0 > 0 } ?? 0) + 1))
    }
    let (first, second) = (used(symbols.lengths, least: 257), used(distances.lengths, least: 1))
    items = Self.runs(of: Array(first + second))
    var occurrences = [Int](repeating: 0, count: Self.order.count)
    for item in items { occurrences[item.symbol] += 1 }
    let code = PrefixCode(counts: occurrences, longest: PrefixCode.longestInHeader)
    self.code = code
    let own = max(4, (Self.order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
    counts = (first.count, second.count, own)
  }

  private static func runs(of lengths: [Int]) -> [Item] {
    var items: [Item] = []
    var place = 0
    while place < lengths.count {
      let length = lengths[place]
      var run = lengths[place...].prefix { $0 == length }.count
      place += run
      if length > 0 {
        items.append((length, 0, 0))
        run -= 1
      }
      while run >= 3 {
        let count = min(run, length > 0 ? 6 : 138)
        items.append(length > 0 ? (16, count - 3, 2) : count > 10 ? (18, count - 11, 7) : (17, count - 3, 3))
        run -= count
      }
      for _ in 0..<run { items.append((length, 0, 0)) }
    }
    return items
  }

  /// The size in bits.
  var bits: Int { 14 + 3 * counts.own + items.reduce(0) { $0 + code.lengths[$1.symbol] + $1.extraBits } }

  func write(to output: inout BitWriter) {
    output.put(counts.symbols - 257, 5)
    output.put(counts.distances - 1, 5)
    output.put(counts.own - 4, 4)
    for symbol in Self.order.prefix(counts.own) { output.put(code.lengths[symbol], 3) }
    for item in items {
      output.put(item.symbol, as: code)
      output.put(item.extra, item.extraBits)
    }
  }
}
