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
