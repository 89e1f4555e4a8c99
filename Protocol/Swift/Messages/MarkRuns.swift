/// How many combining marks stand in a row.
///
/// To compare, look up or normalise a text takes as long as the square of such a row: eight thousand marks on one letter
/// hold a server up for half a second. So texts from outside are bounded as Unicode's Stream-Safe Text Format is (UAX
/// #15, section 13); no language comes near to it.
public enum MarkRuns {
  /// The most marks in a row.
  public static let most = 30

  /// Whether no row of marks in a text is too long.
  public static func areBounded(in text: String) -> Bool {
    var row = 0
    for scalar in text.unicodeScalars {
      // Below U+0300 there are none, and looking a property up is slow.
      guard scalar.value >= 0x300, scalar.properties.canonicalCombiningClass != .notReordered else {
        row = 0
        continue
      }
      row += 1
      if row > most { return false }
    }
    return true
  }

  /// Whether that holds for every string of a document, keys included.
  public static func areBounded(in document: JSONDocument) -> Bool {
    let root = document.root
    // Nearly every line is plain, and one look at its bytes says so.
    let isPlain = root.withSourceBytes { bytes in
      bytes.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") }
    }
    return isPlain || areBounded(in: root)
  }

  private static func areBounded(in view: JSONView) -> Bool {
    switch view.kind {
    case .string: view.string.map { areBounded(in: $0) } ?? true
    case .array: view.elements.allSatisfy { areBounded(in: $0) }
    case .object: view.keyedValues.allSatisfy { key, value in areBounded(in: key) && areBounded(in: value) }
    case .null, .bool, .int, .double: true
    }
  }
}
