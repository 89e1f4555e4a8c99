import GameKit
package import WireProtocol

/// Normalises text from clients: NFC, one line, limited length, no control or bidirectional characters, so that an ESC
/// in a name, a room or a line of talk never reaches a terminal.
package enum CleanText {
  /// A line of talk, or a typed move.
  ///
  /// - Parameters:
  ///   - what: the subject of error sentences, such as `A line of talk`.
  ///   - maximum: the most characters.
  ///   - isClean: whether the text is part of one that was normalised before: then only its length is checked.
  ///   - composable: the most scalars that composition may change; by default derived from `maximum`.
  package static func line(
    _ text: String, as what: String, maximum: Int, isClean: Bool = false, composable: Int? = nil
  ) throws(WireError) -> String {
    // Checked first: everything below takes time linear in the text's length.
    let scalars = mostScalars(maximum)
    guard text.utf8.count <= scalars * 4 else { throw tooLong(text, what, maximum) }
    if isPlain(text) {
      let isTrimmed = text.utf8.first != 0x20 && text.utf8.last != 0x20
      return try measured(isTrimmed ? text : text.trimmed, as: what, maximum: maximum)
    }
    guard text.utf8.count <= scalars || text.unicodeScalars.count <= scalars else { throw tooLong(text, what, maximum) }
    guard !text.unicodeScalars.allSatisfy(isBlank) else { throw WireError(.badText, "\(what) must not be empty") }
    if isClean { return try measured(text.trimmed, as: what, maximum: maximum) }
    if let bad = text.unicodeScalars.first(where: \.isUnshowable) { throw unprintable(bad, what) }
    let composable = composable ?? max(maximumComposed / 2, min(maximumComposed, maximum))
    guard isCheaplyComposed(text, atMost: composable) else {
      throw WireError(.badText, "\(what) may have at most \(composable) letters and marks that have to be composed")
    }
    guard MarkRuns.areBounded(in: text) else {
      throw WireError(.badText, "\(what) may have at most \(MarkRuns.most) combining marks in a row")
    }
    return try measured(text.composed.trimmed, as: what, maximum: maximum)
  }

  private static func measured(_ text: String, as what: String, maximum: Int) throws(WireError) -> String {
    guard !text.isEmpty else { throw WireError(.badText, "\(what) must not be empty") }
    // Counting characters takes longer than counting scalars, which are at least as many.
    guard text.utf8.count <= maximum || text.unicodeScalars.count <= maximum || text.count <= maximum else {
      throw tooLong(text, what, maximum)
    }
    return text
  }

  /// The limit on scalars, since a character may hold any number of combining marks: four per character in names, three
  /// per two in long texts.
  private static func mostScalars(_ maximum: Int) -> Int { min(maximum * 4, max(256, maximum + maximum / 2)) }

  /// The most scalars that NFC may change, each of which is slow to compose. Text from a keyboard has next to none;
  /// Hebrew points and Arabic vowel signs count, at most one per letter. Names, which are examined in more ways, may
  /// have half as many.
  package static let maximumComposed = 64

  /// Whether a text has at most `most` scalars that NFC may change.
  package static func isCheaplyComposed(_ text: String, atMost most: Int = maximumComposed) -> Bool {
    text.unicodeScalars.lazy.filter { !$0.isComposedAnywhere }.count <= most
  }

  /// The error of a text that is too long; or, if it begins with an unshowable scalar, that error.
  private static func tooLong(_ text: String, _ what: String, _ maximum: Int) -> WireError {
    if let first = text.unicodeScalars.first, first.isUnshowable { return unprintable(first, what) }
    return WireError(.badText, "\(what) may have at most \(maximum) characters")
  }

  private static func unprintable(_ scalar: Unicode.Scalar, _ what: String) -> WireError {
    WireError(.badText, "\(what) must not hold the character \(name(of: scalar))")
  }

  /// Whether the text is printable ASCII, which is its own normal form.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in bytes.allSatisfy { $0 &- 0x20 <= 0x7E - 0x20 } }
  }

  /// White space, and letters and patterns that have no visible form.
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
