/// How many combining marks stand in a row.
///
/// To compare, look up or normalise a text takes as long as the square of such a row: eight thousand marks on one
/// letter hold a server up for half a second. So texts from outside are bounded as Unicode's Stream-Safe Text Format is
/// (UAX #15, section 13), and more tightly than that: Hebrew and Tibetan, which stack most, do with half of it.
public enum MarkRuns {
  /// The most marks in a row.
  public static let most = 8

  /// Whether no row of marks in a text is too long.
  ///
  /// A row that is too long has a mark at every place of some ``most`` + 1 in a row, so only each such place is looked
  /// up and what is around the marks found there: looking a property up is slow, and below U+0300 there are no marks.
  public static func areBounded(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      // Bytes from 0xCC on begin a scalar from U+0300 on.
      guard bytes.contains(where: { $0 >= 0xCC }) else { return true }
      return areBounded(in: String(decoding: bytes, as: UTF8.self).unicodeScalars)
    }
  }

  private static func areBounded(in scalars: String.UnicodeScalarView) -> Bool {
    // Where the row of scalars that may be marks began, how long it is, and where it was last found to be broken.
    var (begin, possible) = (scalars.startIndex, 0)
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let next = scalars.index(after: index)
      if scalars[index].value < 0x300 {
        (begin, possible) = (next, 0)
      } else {
        possible += 1
        if possible > most {
          let row = marks(around: index, in: scalars, notBefore: begin)
          if row.count > most { return false }
          // What follows begins behind the row, or behind a scalar that is no mark.
          (begin, possible) = (max(row.end, next), 0)
          index = begin
          continue
        }
      }
      index = next
    }
    return true
  }

  /// How many marks stand in a row around a place, none if there is none, and where the row ends.
  private static func marks(
    around place: String.Index, in scalars: String.UnicodeScalarView, notBefore begin: String.Index
  ) -> (count: Int, end: String.Index) {
    guard isMark(scalars[place]) else { return (0, place) }
    var (count, end) = (1, scalars.index(after: place))
    while end < scalars.endIndex, isMark(scalars[end]) {
      count += 1
      end = scalars.index(after: end)
    }
    var first = place
    while first > begin, count <= most {
      first = scalars.index(before: first)
      guard isMark(scalars[first]) else { break }
      count += 1
    }
    return (count, end)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
  }

  /// Whether that holds for every string of a value, keys included.
  public static func areBounded(in view: JSONView) -> Bool {
    switch view.kind {
    case .string: view.string.map { areBounded(in: $0) } ?? true
    case .array: view.elements.allSatisfy { areBounded(in: $0) }
    case .object: view.keyedValues.allSatisfy { key, value in areBounded(in: key) && areBounded(in: value) }
    case .null, .bool, .int, .double: true
    }
  }
}
