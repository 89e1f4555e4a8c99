import GameKit
import TextMode
import WireProtocol

/// A month as drawn: also the days without an entry.
struct ShownCalendar: LinkedText {
  var message: CalendarAnswer
  var title: String
  var month: Month
  var today: Day
  /// Whether past days can be played for practice; `nil` where nothing is played in rooms.
  var isPractised: Bool?

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func page() -> DrawnPage {
    var tiles: [Int: Character] = [:]
    for entry in message.entries {
      tiles[entry.puzzle] = tiles[entry.puzzle] == "🟩" || entry.won ? "🟩" : "⬛"
    }
    var page = DrawnPage("\(message.player) · \(title) · \(message.month)")
    month.add(to: &page) { day in
      tiles[day].map { String($0) } ?? (day > today.number ? "· " : "⬜")
    } link: { day in
      day > today.number ? nil : link(to: day)
    }
    let won = message.entries.count { $0.won }
    page.add("🟩 solved on \(Drawing.count(won, "day", "days")), ⬛ not solved, ⬜ not played")
    for (months, key, text) in [(-1, "p", "month before"), (1, "n", "next month")] {
      let isKnown = months < 0 || month.numbers.upperBound < today.number
      guard isKnown, let other = month.text(later: months) else { continue }
      page.offer(.init(text, Request.Calendar(player: message.player, game: message.game, month: other), key: key))
    }
    page.offerLookingBack(on: message.player, at: message.game, besides: "calendar")
    return page
  }

  private func link(to day: Int) -> DrawnPage.Link? {
    switch (isPractised, day == today.number) {
    case (nil, true): .init("study", Request.Languages())
    case (_?, true): .init("play it", Request.Join(room: message.game))
    case (true?, false):
      .init(
        "play \(Day(number: day).text) for practice",
        Request.Create(game: message.game, mode: .practice, day: Day(number: day).text))
    default: nil
    }
  }
}
