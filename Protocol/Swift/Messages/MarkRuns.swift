/// The limit on consecutive combining marks.
///
/// Comparing, looking up or normalising a text takes time quadratic in the length of such a run: eight thousand marks
/// on one letter block a server for half a second. So texts from clients are bounded as by Unicode's Stream-Safe Text
/// Format (UAX #15, section 13), but more tightly: Hebrew and Tibetan, which stack most, need half of this limit.
public enum MarkRuns {
  /// The most consecutive marks.
  public static let most = 8

  /// Whether no run of marks in a text is too long.
  ///
  /// A run that is too long has a mark at every multiple of ``most`` + 1, so only these places are checked, and the
  /// surroundings of marks found there: looking up a property is slow, and there are no marks below U+0300.
  public static func areBounded(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      // Bytes from 0xCC on begin scalars from U+0300 on.
      guard bytes.contains(where: { $0 >= 0xCC }) else { return true }
      return areBounded(in: String(decoding: bytes, as: UTF8.self).unicodeScalars)
    }
  }

  private static func areBounded(in scalars: String.UnicodeScalarView) -> Bool {
    // The start and length of the current run of scalars that may be marks.
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
          // Continues after the run, or after a scalar that is no mark.
          (begin, possible) = (max(row.end, next), 0)
          index = begin
          continue
        }
      }
      index = next
    }
    return true
  }

  /// The number of consecutive marks around an index, 0 if there is none, and the end of the run.
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

  /// Whether all strings of a value are bounded, keys included.
  public static func areBounded(in view: JSONView) -> Bool {
    switch view.kind {
    case .string: view.string.map { areBounded(in: $0) } ?? true
    case .array: view.elements.allSatisfy { areBounded(in: $0) }
    case .object: view.keyedValues.allSatisfy { key, value in areBounded(in: key) && areBounded(in: value) }
    case .null, .bool, .int, .double: true
    }
  }
}
