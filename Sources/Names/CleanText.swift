import GameKit
package import WireProtocol

/// Text from clients on its way in: NFC, one line, limited in length, without control or bidirectional
/// characters, so that an ESC in a name, a room or a line of talk never reaches a terminal.
package enum CleanText {
  /// A line of talk, or what a person types as a move.
  ///
  /// - Parameters:
  ///   - what: how the sentence names it, such as `A line of talk`.
  ///   - maximum: the most characters it may have.
  ///   - isClean: whether it is part of a text that has been through this before, of which only its length is asked.
  ///   - composable: the most letters and marks that have to be composed; by its length unless said otherwise.
  package static func line(
    _ text: String, as what: String, maximum: Int, isClean: Bool = false, composable: Int? = nil
  ) throws(WireError) -> String {
    // Before anything else: what follows takes as long as the text is.
    let scalars = mostScalars(maximum)
    guard text.utf8.count <= scalars * 4 else { throw tooLong(text, what, maximum) }
    if isPlain(text) { return try measured(text.trimmed, as: what, maximum: maximum) }
    guard text.utf8.count <= scalars || text.unicodeScalars.count <= scalars else { throw tooLong(text, what, maximum) }
    guard !text.unicodeScalars.allSatisfy(isBlank) else { throw WireError(.badText, "\(what) must not be empty") }
    if isClean { return try measured(text.trimmed, as: what, maximum: maximum) }
    if let bad = text.unicodeScalars.first(where: \.isUnshowable) { throw unshowable(bad, what) }
    let composable = composable ?? max(mostToCompose / 2, min(mostToCompose, maximum))
    guard isSoonComposed(text, atMost: composable) else {
      throw WireError(.badText, "\(what) may have at most \(composable) letters and marks that have to be composed")
    }
    guard MarkRuns.areBounded(in: text) else {
      throw WireError(.badText, "\(what) may have at most \(MarkRuns.most) combining marks in a row")
    }
    return try measured(text.composed.trimmed, as: what, maximum: maximum)
  }

  private static func measured(_ text: String, as what: String, maximum: Int) throws(WireError) -> String {
    guard !text.isEmpty else { throw WireError(.badText, "\(what) must not be empty") }
    // To count characters takes longer than to count scalars, of which there are no fewer.
    guard text.utf8.count <= maximum || text.unicodeScalars.count <= maximum || text.count <= maximum else {
      throw tooLong(text, what, maximum)
    }
    return text
  }

  /// A character may hold any number of combining marks, so scalars are bounded as well: to four a character in names,
  /// to three for two in long texts.
  private static func mostScalars(_ maximum: Int) -> Int { min(maximum * 4, max(256, maximum + maximum / 2)) }

  /// Scalars that Unicode's composed form may change, of which each takes long. Text has next to none where it comes
  /// from a keyboard; points of Hebrew and vowel signs of Arabic count, one a letter at most. Names, which are looked
  /// at from all sides, may have half as many.
  package static let mostToCompose = 64

  /// Whether a text has no more of them than that.
  package static func isSoonComposed(_ text: String, atMost most: Int = mostToCompose) -> Bool {
    text.unicodeScalars.lazy.filter { !$0.isComposedAnywhere }.count <= most
  }

  /// What begins with something else than text is not text that is too long.
  private static func tooLong(_ text: String, _ what: String, _ maximum: Int) -> WireError {
    if let first = text.unicodeScalars.first, first.isUnshowable { return unshowable(first, what) }
    return WireError(.badText, "\(what) may have at most \(maximum) characters")
  }

  private static func unshowable(_ scalar: Unicode.Scalar, _ what: String) -> WireError {
    WireError(.badText, "\(what) must not hold the character \(name(of: scalar))")
  }

  /// Whether the text is of printable ASCII alone, which is its own normal form.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in bytes.allSatisfy { $0 &- 0x20 <= 0x7E - 0x20 } }
  }

  /// White space, and letters and patterns that are drawn as nothing.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x115F, 0x1160, 0x200C, 0x200D, 0x2800, 0x3164, 0xFFA0: true
    default: scalar.properties.isWhitespace
    }
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
