/// A frame in ASCII, cell by cell, for terminals without a UTF-8 locale.
extension Frame {
  func inASCII() -> Frame {
    var frame = self
    for y in 0..<height {
      for x in 0..<width where !self[x, y].text.isASCII {
        let cell = self[x, y]
        frame.put(String(repeating: Self.sign(cell.text), count: max(1, Int(cell.width))), x, y, cell.style)
      }
    }
    return frame
  }

  private static func sign(_ character: Character) -> Character {
    switch character {
    case "│", "┃": "|"
    case "─", "━": "-"
    case "╭", "╮", "╰", "╯": "+"
    case "▸", "›", "»", "→": ">"
    case "‹", "«", "←": "<"
    case "↑", "▴": "^"
    case "▾", "↓": "v"
    case "↵": "%"
    case "·", "…": "."
    case "█", "🟩": "#"
    case "🟨": "+"
    case "●", "✓", "•": "*"
    case "–", "—": "-"
    case "’", "‘": "'"
    default: unaccented(character)
    }
  }

  /// A letter without its accent, if Unicode composes it from one.
  private static func unaccented(_ character: Character) -> Character {
    let name = character.unicodeScalars.first?.properties.name ?? ""
    let words = name.split(separator: " ")
    guard words.count >= 4, words[0] == "LATIN", words[2] == "LETTER", words[3].count == 1 else { return "?" }
    return Character(words[1] == "SMALL" ? words[3].lowercased() : String(words[3]))
  }
}
