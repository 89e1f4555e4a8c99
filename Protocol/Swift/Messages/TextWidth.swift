/// The columns of text on a terminal: computed per grapheme, by the rules of modern terminals.
///
/// C's `wcwidth` works per scalar, which is wrong for flags, families and keycaps.
public enum TextWidth {
  /// 0, 1 or 2 columns: none for control characters and isolated marks.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    // `asciiValue` compares with CR LF, which is slow for letters with accents.
    if character.utf8.count == 1 { return first.value >= 0x20 && first.value < 0x7F ? 1 : 0 }
    switch first.properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: return 0
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if scalars.contains("\u{FE0F}") { return 2 }
    if scalars.contains("\u{FE0E}") { return 1 }
    return first.properties.isEmojiPresentation || isWide(first.value) ? 2 : 1
  }

  /// The columns of a whole text.
  public static func of(_ text: some StringProtocol) -> Int {
    var plain = 0
    for byte in text.utf8 {
      guard byte >= 0x20, byte < 0x7F else { return String(text).reduce(0) { $0 + of($1) } }
      plain += 1
    }
    return plain
  }

  /// Unicode's East Asian Width W and F, except emoji, which ``of(_:)`` recognises by their presentation.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]

  private static func isWide(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x1100 else { return false }
    return wide.contains { $0.contains(scalar) }
  }
}
