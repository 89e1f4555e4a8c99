internal import WireProtocol

extension TextWidth {
  /// A text cut to a width, with `…` at its end if something is left out.
  static func clipped(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    guard width > 0 else { return "" }
    var (result, left) = ("", width - 1)
    for character in text {
      let own = of(character)
      guard own <= left else { break }
      result.append(character)
      left -= own
    }
    return result + "…"
  }

  /// A player's name cut to a width; a guest's name keeps its distinguishing part.
  static func clippedName(_ name: String, to width: Int) -> String {
    guard name.hasPrefix("guest-"), of(name) > width, width > 1 else { return clipped(name, to: width) }
    return "…" + name.suffix(min(4, width - 1))
  }

  /// Lines wrapped at spaces. Those that fit are unchanged, so that their columns stay aligned.
  static func fitted(_ lines: [String], to width: Int) -> [String] {
    lines.flatMap { of($0) <= width ? [$0] : wrapped($0, to: width) }
  }

  /// A row of a list on as many lines as it needs, broken between its columns, or else between words; lines after the
  /// first are indented.
  static func folded(_ row: String, to width: Int) -> [String] {
    guard of(row) > width else { return [row] }
    let margin = String(row.prefix { $0 == " " }.prefix(max(0, width / 4)))
    let indent = margin + "    "
    return row.split(separator: "  ").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
      .reduce(into: []) { lines, column in
        let joined = lines.last.map { "\($0)  \(column)" }
        if let joined, of(joined) <= width {
          lines[lines.count - 1] = joined
        } else {
          let start = lines.isEmpty ? margin : indent
          let wide = wrapped(String(column), to: max(1, width - of(start)))
          let rest = wide.dropFirst().joined(separator: " ")
          lines += wide.prefix(1).map { start + $0 }
          if !rest.isEmpty { lines += wrapped(rest, to: max(1, width - of(indent))).map { indent + $0 } }
        }
      }
  }

  /// A text wrapped at spaces; words that are too long are split.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    var (line, used) = ("", 0)
    func finish() {
      lines.append(line)
      (line, used) = ("", 0)
    }
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let own = of(word)
      if used > 0, used + 1 + own > width { finish() }
      if used > 0 {
        line += " "
        used += 1
      }
      for character in word {
        let columns = of(character)
        if used + columns > width, used > 0 { finish() }
        line.append(character)
        used += columns
      }
    }
    if used > 0 || lines.isEmpty { finish() }
    return lines
  }
}
