internal import WireProtocol

struct HelpView: ShellView {
  let shell: Shell
  let help: Help
  let screen: (any AppScreen)?

  /// The rules of the game, the keys of the screen, and the commands.
  var topics: [(title: String, lines: [String])] {
    let rules = shell.room?.game.flatMap { shell.rules[$0] } ?? []
    let commands = shell.rules[Self.commands] ?? ["The server tells them: /help"]
    return (rules.isEmpty ? [] : [("Rules", rules)]) + [("Keys", keys), ("Commands", commands)]
  }

  private var textWidth: Int { min(width, 76) - 4 }

  private var lines: [String] {
    topics[help.topic % topics.count].lines.flatMap { Self.flowed(look.legend($0), to: textWidth) }
  }

  private var room: Int { max(1, min(height, lines.count + 5) - 5) }

  var lastOffset: Int { max(0, lines.count - room) }

  func draw(on frame: inout Frame) {
    let inside = drawBox("Help", width: textWidth + 4, height: room + 5, on: &frame)
    var x = inside.x
    for (index, topic) in topics.enumerated() {
      let style = index == help.topic % topics.count ? look.chosen : .plain
      x = frame.put(" \(topic.title) ", x, inside.y, style, limit: inside.right) + 1
    }
    for (line, text) in lines.dropFirst(min(help.offset, lastOffset)).prefix(room).enumerated() {
      drawTiles(text, inside.x, inside.y + 2 + line, inside.right, on: &frame)
    }
    let more = lastOffset > 0 ? "↑↓ more · " : ""
    let keys = "tab topics · \(more)"
    let whole = "\(keys)any other key closes this"
    let hint = TextWidth.of(whole) < inside.width ? whole : "\(keys)esc closes"
    frame.put(TextWidth.clipped(hint, to: inside.width), inside.x, inside.bottom - 1, look.faint)
    frame.cursor = nil
  }

  /// Wraps a line of several entries between entries.
  private static func flowed(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for entry in text.replacing(" · ", with: "\n").split(separator: "\n").map(String.init) {
      let joined = lines[lines.count - 1].isEmpty ? entry : lines[lines.count - 1] + " · " + entry
      if TextWidth.of(joined) <= width {
        lines[lines.count - 1] = joined
      } else {
        lines += TextWidth.wrapped(entry, to: width)
      }
    }
    return lines.count > 1 && lines[0].isEmpty ? Array(lines.dropFirst()) : lines
  }

  private var keys: [String] {
    let hints = (screen?.hints(shell) ?? "").split(separator: "  ").filter { !$0.hasSuffix(" help") }
    return [hints.joined(separator: " · ")] + (screen?.helpLines ?? [])
      + ["", "^C leaves · ^Z suspends · ^L draws anew · ^R connects at once · F1 help also while you type"]
  }

  static let commands = "commands"
}
