import GameKit
import TextMode
import WireProtocol

/// A month as drawn, also its days without an entry.
struct ShownCalendar: ShownMessage, LinkedText {
  var message: CalendarAnswer
  var title: String
  var month: Month
  var today: Day
  /// Whether it is a playable game, and not one of which results are only recorded.
  var isPlayed: Bool
  /// The link for today, if any.
  var link: DrawnPage.Link?
  /// Whether past days can be played for practice.
  var isPractised: Bool

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
    month.offerOthers(on: &page, until: today) { other in
      Request.Calendar(player: message.player, game: message.game, month: other)
    }
    page.offerLookingBack(on: message.player, at: message.game, isPlayed: isPlayed, besides: "calendar")
    return page
  }

  private func link(to day: Int) -> DrawnPage.Link? {
    if day == today.number {
      var link = self.link ?? .init("", nil)
      link.isChosen = true
      return link
    }
    guard isPractised else { return nil }
    return .init(
      "play \(Day(number: day).text) for practice",
      Request.Create(game: message.game, mode: .practice, day: Day(number: day).text))
  }
}
