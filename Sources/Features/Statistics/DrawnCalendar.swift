import GameKit
import TextMode
import WireProtocol

/// A month as drawn: also the days without an entry.
struct ShownCalendar: Drawable {
  var message: CalendarAnswer
  var title: String
  var month: Month
  var today: Day

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String {
    var tiles: [Int: Character] = [:]
    for entry in message.entries {
      tiles[entry.puzzle] = tiles[entry.puzzle] == "🟩" || entry.won ? "🟩" : "⬛"
    }
    let weeks = month.drawn { day in tiles[day].map { String($0) } ?? (day > today.number ? "· " : "⬜") }
    let won = message.entries.count { $0.won }
    return "\(message.player) · \(title) · \(message.month)\n\(weeks)\n"
      + "🟩 solved on \(Drawing.count(won, "day", "days")), ⬛ not solved, ⬜ not played"
  }
}
