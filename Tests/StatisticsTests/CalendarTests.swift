import GameKit
import TextMode
import Testing
import WireProtocol

@testable import Statistics

@Suite("Calendars as drawn")
struct CalendarTests {
  @Test("A month is drawn as a calendar: weeks from Monday, with future days distinct from days not played")
  func calendar() throws {
    let today = try #require(Day("2026-11-20"))
    let entries = [("2026-11-18", true), ("2026-11-19", false), ("2026-11-20", true)].compactMap { text, won in
      Day(text).map { CalendarAnswer.Entry(day: text, puzzle: $0.number, won: won, tries: won ? 4 : nil) }
    }
    let shown = ShownCalendar(
      message: CalendarAnswer(player: "ana", game: "wordle", month: "2026-11", entries: entries), title: "Wordle",
      month: try #require(Month("2026-11")), today: today)
    #expect(
      shown.drawn().split(separator: "\n").map(String.init) == [
        "ana · Wordle · 2026-11",
        "Mo Tu We Th Fr Sa Su",
        "                  ⬜",
        "⬜ ⬜ ⬜ ⬜ ⬜ ⬜ ⬜",
        "⬜ ⬜ ⬜ ⬜ ⬜ ⬜ ⬜",
        "⬜ ⬜ 🟩 ⬛ 🟩 ·  ·",
        "·  ·  ·  ·  ·  ·  ·",
        "·",
        "🟩 solved on 2 days, ⬛ not solved, ⬜ not played",
      ])
  }
}
