import GameKit
import TextMode
import Testing
import WireProtocol

@testable import Statistics

@Suite("Drawn calendars")
struct CalendarTests {
  @Test("A month is drawn as a calendar: weeks from Monday, with future days distinct from days not played")
  func calendar() throws {
    let today = try #require(Day("2026-11-20"))
    let entries = [("2026-11-18", true), ("2026-11-19", false), ("2026-11-20", true)].compactMap { text, won in
      Day(text).map { CalendarAnswer.Entry(day: text, puzzle: $0.number, won: won, tries: won ? 4 : nil) }
    }
    let shown = ShownCalendar(
      message: CalendarAnswer(player: "ana", game: "wordle", month: "2026-11", entries: entries), title: "Wordle",
      month: try #require(Month("2026-11")), today: today, isPlayed: true,
      link: nil, isPractised: true)
    #expect(
      shown.drawn().split(separator: "\n").map(String.init) == [
        "ana · Wordle · 2026-11",
        "Mo   Tu   We   Th   Fr   Sa   Su",
        "                               1⬜",
        " 2⬜  3⬜  4⬜  5⬜  6⬜  7⬜  8⬜",
        " 9⬜ 10⬜ 11⬜ 12⬜ 13⬜ 14⬜ 15⬜",
        "16⬜ 17⬜ 18🟩 19⬛ 20🟩 21·  22·",
        "23·  24·  25·  26·  27·  28·  29·",
        "30·",
        "🟩 solved on 2 days, ⬛ not solved, ⬜ not played",
      ])
  }

  @Test("A day links to its puzzle: today's to its room, a past one to practice, and a future one to nothing")
  func days() throws {
    func links(
      _ isPractised: Bool, _ link: DrawnPage.Link? = .init("play it", Request.Join(room: "wordle"))
    ) throws -> [DrawnPage.Link] {
      ShownCalendar(
        message: CalendarAnswer(player: "ana", game: "wordle", month: "2026-11", entries: []), title: "Wordle",
        month: try #require(Month("2026-11")), today: try #require(Day("2026-11-20")), isPlayed: true,
        link: link, isPractised: isPractised
      ).page().links
    }
    let days = try links(true).filter { $0.key.isEmpty }
    #expect(days.count == 20)
    let past = try #require(days.first?.request as? Request.Create)
    #expect(past == Request.Create(game: "wordle", mode: .practice, day: "2026-11-01"))
    #expect(days.last?.request as? Request.Join == Request.Join(room: "wordle"))
    #expect(days.last?.region == DrawnPage.Region(line: 5, lines: 1, column: 20, width: 4))
    #expect(try links(false).count { $0.key.isEmpty } == 1)
    #expect(try links(false, nil).first { $0.key.isEmpty }?.text == "", "a game without puzzles of the day")
    #expect(days.last?.isChosen == true, "the cursor begins on today")
    let months = try links(true).filter { !$0.key.isEmpty }.compactMap { $0.request as? Request.Calendar }
    #expect(months.map(\.month) == ["2026-10"], "the next month has not begun")
  }
}
