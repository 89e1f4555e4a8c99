/// A length from 3 to 258 or a distance from 1 to 32768 in deflate's form: the symbol of a range, and extra bits for
/// the value in it (RFC 1951, section 3.2.5).
struct RangeSymbol {
  let symbol: Int
  let extraBits: Int
  let extra: Int

  /// The ranges: `least` symbols per number of extra bits, and twice as many without.
  private init(_ value: Int, least: Int) {
    guard value >= 2 * least else {
      (symbol, extraBits, extra) = (value, 0, 0)
      return
    }
    extraBits = Int.bitWidth - value.leadingZeroBitCount - (least == 4 ? 3 : 2)
    symbol = (extraBits + 1) * least + value >> extraBits - least
    extra = value & (1 << extraBits - 1)
  }

  private init(longest symbol: Int) { (self.symbol, extraBits, extra) = (symbol, 0, 0) }

  static func length(_ length: Int) -> Self { length == 258 ? Self(longest: 28) : Self(length - 3, least: 4) }
  static func distance(_ distance: Int) -> Self { Self(distance - 1, least: 2) }

  /// The first length of a symbol from 0 to 28, and how many extra bits follow.
  static func firstLength(of symbol: Int) -> (value: Int, extraBits: Int) {
    symbol == 28 ? (258, 0) : first(of: symbol, least: 4, plus: 3)
  }

  /// The first distance of a symbol from 0 to 29, and how many extra bits follow.
  static func firstDistance(of symbol: Int) -> (value: Int, extraBits: Int) { first(of: symbol, least: 2, plus: 1) }

  private static func first(of symbol: Int, least: Int, plus smallest: Int) -> (value: Int, extraBits: Int) {
    guard symbol >= 2 * least else { return (symbol + smallest, 0) }
    let extraBits = symbol / least - 1
    return ((least + symbol % least) << extraBits + smallest, extraBits)
  }
}
