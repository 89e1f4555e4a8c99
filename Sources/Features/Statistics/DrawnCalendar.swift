import GameKit
import TextMode
import WireProtocol

/// A month as drawn: also the days without an entry.
struct ShownCalendar: Drawable {
  var message: CalendarAnswer
  var title: String
  /// The first day of the month.
  var first: Day
  /// The last day of the month.
  var last: Day
  var today: Day

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
