/// The width of characters in terminal cells.
enum CellWidth {
  /// 2 for emoji and wide East Asian characters, 1 for all other visible ones.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.contains(where: { $0.value == 0xFE0E }) { return 1 }
    if scalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
    if first.properties.isEmojiPresentation { return 2 }
    return isWide(first.value) ? 2 : 1
  }

  /// Whether a scalar combines with the preceding text without a cell of its own.
  static func isAttached(_ scalar: Unicode.Scalar, to before: String) -> Bool {
    !before.isEmpty && before != " " && (before + String(scalar)).count == 1
      || scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .enclosingMark
      || (0xFE00...0xFE0F).contains(scalar.value) || scalar.value == 0x200D
  }

  /// UAX 11's wide and full-width blocks.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F1E6...0x1F1FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
