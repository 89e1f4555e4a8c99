import GameKit

/// Rows of a grid as they are pasted, in whatever colours, brought to dark tiles.
package enum ClaimRows {
  /// The tiles of a row of a game; `nil` when the line is something else.
  package static func row(_ line: String, of game: ClaimedGame) -> String? { row(bare(line), of: game) }

  private static func row(_ plain: [Unicode.Scalar], of game: ClaimedGame) -> String? {
    guard !plain.isEmpty else { return nil }
    switch game {
    case .wordle: return tiles(plain, "🟩🟨⬛⬜🟧🟦")
    case .worldle: return worldle(plain)
    case .quordle: return quordle(plain)
    case .connections: return tiles(plain, "🟨🟩🟦🟪")
    case .strands: return tiles(plain, "🔵🟡💡")
    }
  }

  /// Whether a line may stand in a pasted result of a game and says nothing that counts: its title, its page, a tag,
  /// the grids under Quordle's numbers.
  package static func isTrimming(_ line: String, of game: ClaimedGame) -> Bool {
    let lower = line.lowercased()
    if lower.hasPrefix("http://") || lower.hasPrefix("https://") || lower.hasPrefix("#") { return true }
    switch game {
    case .wordle, .connections: return false
    case .worldle: return lower.hasPrefix("worldle.teuteuf.fr") || lower.allSatisfy { "🙈🙁🔥⭐ ".contains($0) }
    case .quordle:
      return lower.hasPrefix("m-w.com") || lower.hasPrefix("quordle.com") || lower.hasPrefix("www.")
        || tiles(bare(line).filter { !$0.isWhiteSpace }, "🟩🟨⬛⬜") != nil
    case .strands: return isQuoted(line)
    }
  }

  /// Whether a line consists of tiles alone, of any game.
  package static func isGrid(_ line: String) -> Bool {
    // Most lines are words, and every line is asked about.
    guard line.utf8.contains(where: { $0 >= 0x80 }) else { return false }
    let plain = bare(line)
    return ClaimedGame.allCases.contains { row(plain, of: $0) != nil } || isForeignRow(plain)
  }

  /// Whether a line is a row of a game that is not known here, such as `8️⃣🔟` of Octordle: two or more squares, keys
  /// and clocks, and nothing else.
  private static func isForeignRow(_ plain: [Unicode.Scalar]) -> Bool {
    var count = 0
    var rest = plain.filter { !$0.isWhiteSpace }[...]
    while let first = rest.popFirst() {
      switch first.value {
      case 0x30...0x39: guard rest.popFirst()?.value == 0x20E3 else { return false }
      // 🔟, clocks, coloured squares, black and white ones, and arrows.
      case 0x1F51F, 0x1F550...0x1F567, 0x1F7E5...0x1F7EB, 0x2B1B, 0x2B1C: break
      default: return false
      }
      count += 1
    }
    return count > 1
  }

  /// Whether a line is the first one of such a result: `Daily Octordle #1234`, `nerdlegame 1234 3/6`.
  package static func isForeignHeader(_ line: String) -> Bool {
    guard line.utf8.count <= 64, line.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return false }
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(where: isNumber), (1...3).contains(place), words.count <= place + 3,
      words[..<place].allSatisfy({ word in
        word.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == UInt8(ascii: "#") }
      })
    else { return false }
    let count = words.dropFirst(place + 1).first
    return count.map(isCount) ?? words[place].hasPrefix("#")
  }

  /// `1234`, `1,234` or `#1234`.
  private static func isNumber(_ word: Substring) -> Bool {
    let digits = word.utf8.drop { $0 == UInt8(ascii: "#") }
    return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ",") }
  }

  /// `3/6`, `X/6*`.
  private static func isCount(_ word: Substring) -> Bool {
    let sides = word.split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return false }
    return (sides[0].lowercased() == "x" || isNumber(sides[0]))
      && sides[1].utf8.first.map { (0x30...0x39).contains($0) } == true
  }

  /// Whether a line may follow the rows of such a game: its score, its page.
  package static func isForeignTail(_ line: String) -> Bool {
    let lower = line.lowercased()
    return ["score:", "http://", "https://", "www."].contains { lower.hasPrefix($0) }
  }

  /// `“…”`, which is Strands' title.
  static func isQuoted(_ line: String) -> Bool {
    guard line.count > 2, let first = line.first, let last = line.last else { return false }
    return [("“", "”"), ("\"", "\""), ("„", "“"), ("«", "»")].contains { $0.0 == first && $0.1 == last }
  }

  /// The scalars without U+FE0F and U+FE0E, which only say how an emoji is drawn.
  package static func bare(_ line: String) -> [Unicode.Scalar] {
    line.unicodeScalars.filter { $0.value != 0xFE0F && $0.value != 0xFE0E }
  }

  private static func tiles(_ plain: [Unicode.Scalar], _ allowed: String) -> String? {
    guard !plain.isEmpty, plain.allSatisfy(allowed.unicodeScalars.contains) else { return nil }
    return text(plain)
  }

  /// Squares and then an arrow or the party that ends it.
  private static func worldle(_ plain: [Unicode.Scalar]) -> String? {
    guard plain.count == 6, let last = plain.last, "➡⬅⬆⬇↗↘↙↖🎉".unicodeScalars.contains(last),
      let squares = tiles(Array(plain.dropLast()), "🟩🟨⬛⬜")
    else { return nil }
    // All arrows alike as emoji, whatever the text said about how to draw them.
    return squares.replacing("⬜", with: "⬛") + text(last == "🎉" ? [last] : [last, "\u{FE0F}"])
  }

  /// Two of `4️⃣` or `🟥`: a digit and U+20E3, which makes it a key.
  private static func quordle(_ plain: [Unicode.Scalar]) -> String? {
    var cells: [String] = []
    var rest = plain.filter { !$0.isWhiteSpace }[...]
    while let first = rest.popFirst() {
      if first == "🟥" {
        cells.append("🟥")
      } else if (0x31...0x39).contains(first.value), rest.popFirst()?.value == 0x20E3 {
        cells.append(text([first, "\u{FE0F}", "\u{20E3}"]))
      } else {
        return nil
      }
    }
    return cells.count == 2 ? cells.joined() : nil
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
