package import GameKit
package import WireProtocol

extension SharedResult {
  /// `ana shares 88 (played elsewhere):` with the text below.
  fileprivate func drawn(_ verb: String) -> String {
    let claimed = isClaimed ? " (played elsewhere)" : ""
    return "\(player) \(verb) \(id)\(claimed):\n\(text)"
  }
}

extension Shared: Drawable {
  package func drawn() -> String {
    let remark = replaced.map { "\nIt takes the place of share \($0)." } ?? ""
    return result.drawn("shares") + remark
  }
}

extension Unshared: Drawable {
  package func drawn() -> String {
    share.map { "Share \($0) of \(player) is gone" } ?? "All shares of \(player) are gone"
  }
}

extension Reacted: Drawable {
  package func drawn() -> String {
    guard let emoji else { return "\(player) takes the reaction to share \(share) back" }
    return "\(player) reacts to share \(share): \(emoji.rawValue)"
  }
}

extension SharesAnswer: Drawable {
  package func drawn() -> String {
    guard !entries.isEmpty else { return "Nothing has been shared" }
    var lines = entries.reversed().map { entry -> String in
      let reactions = entry.reactions.counts.map { "\($0.emoji.rawValue) \($0.count)" }.joined(separator: "  ")
      return entry.result.drawn("shared") + (reactions.isEmpty ? "" : "\n" + reactions)
    }
    if let next { lines.insert("Older ones: /shares \(next)", at: 0) }
    return lines.joined(separator: "\n")
  }
}

/// The letters of a shared grid as drawn: a blank line lies between two of its grids.
package struct ShownLetters: Drawable {
  var message: RevealAnswer
  var grids: [[Board.Row]]

  package init(message: RevealAnswer, grids: [[Board.Row]]) { (self.message, self.grids) = (message, grids) }

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String {
    grids.map { $0.map(Drawing.line(of:)).joined(separator: "\n") }.joined(separator: "\n\n")
  }
}

extension ThemeAnswer: Drawable {
  package func drawn() -> String { "Tiles are drawn like this: 🟩 🟨 ⬛" }
}

/// A month as drawn: also the days without an entry.
package struct ShownCalendar: Drawable {
  var message: CalendarAnswer
  var title: String
  /// The first day of the month.
  var first: Day
  /// The last day of the month.
  var last: Day
  var today: Day

  package init(message: CalendarAnswer, title: String, first: Day, last: Day, today: Day) {
    self.message = message
    self.title = title
    self.first = first
    self.last = last
    self.today = today
  }

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String {
    var tiles: [Int: Character] = [:]
    for entry in message.entries {
      tiles[entry.puzzle] = tiles[entry.puzzle] == "🟩" || entry.won ? "🟩" : "⬛"
    }
    // Day 1, 2026-01-01, was a Thursday.
    let start = ((first.number &+ 2) % 7 &+ 7) % 7
    var weeks = [Array(repeating: "  ", count: start)]
    for day in first.number...last.number {
      if weeks[weeks.count - 1].count == 7 { weeks.append([]) }
      let blank = day > today.number ? "· " : "⬜"
      weeks[weeks.count - 1].append(tiles[day].map { String($0) } ?? blank)
    }
    let won = message.entries.count { $0.won }
    let lines = weeks.map { week in
      String(week.joined(separator: " ").reversed().drop { $0 == " " }.reversed())
    }
    return
      ([
        "\(message.player) · \(title) · \(message.month)", "Mo Tu We Th Fr Sa Su",
      ] + lines + ["🟩 solved on \(Drawing.count(won, "day", "days")), ⬛ not solved, ⬜ not played"])
      .joined(separator: "\n")
  }
}
