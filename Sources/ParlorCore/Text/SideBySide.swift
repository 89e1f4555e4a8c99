/// Blocks of lines next to each other, as many in a row as fit.
enum SideBySide {
  /// Columns of a terminal that nobody has made wider.
  static let width = 80
  private static let gap = 3

  /// The lines of all blocks: each block keeps its lines, and rows of blocks stand under each other with a blank line
  /// between them.
  static func lines(of blocks: [[String]], width: Int = width) -> [String] {
    var lines: [String] = []
    var row: [[String]] = []
    var used = 0
    for block in blocks {
      let columns = block.map(TextWidth.columns).max() ?? 0
      if !row.isEmpty, used + gap + columns > width {
        lines += joined(row) + [""]
        (row, used) = ([], 0)
      }
      used += (row.isEmpty ? 0 : gap) + columns
      row.append(block)
    }
    return lines + joined(row)
  }

  private static func joined(_ blocks: [[String]]) -> [String] {
    let widths = blocks.map { block in block.map(TextWidth.columns).max() ?? 0 }
    return (0..<(blocks.map(\.count).max() ?? 0)).map { line in
      var text = ""
      var missing = 0
      for (block, width) in zip(blocks, widths) {
        let part = line < block.count ? block[line] : ""
        if !part.isEmpty {
          text += String(repeating: " ", count: missing) + part
          missing = 0
        }
        missing += width - (part.isEmpty ? 0 : TextWidth.columns(part)) + gap
      }
      return text
    }
  }
}

/// How many columns a terminal gives to a text.
enum TextWidth {
  /// Two for what is shown as an emoji or is wide in East Asian scripts, one for every other character.
  static func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

  private static func columns(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.value < 0x300 && character.unicodeScalars.count == 1 { return 1 }
    let isWide =
      first.properties.isEmojiPresentation || character.unicodeScalars.contains { $0.value == 0xFE0F }
      || wide.contains { $0.contains(first.value) }
    return isWide ? 2 : 1
  }

  /// The wide blocks of Unicode's East Asian Width (UAX #11) that hold letters and signs.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x20000...0x3FFFD,
  ]
}
