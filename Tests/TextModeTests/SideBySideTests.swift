import GameKit
import Testing
import WireProtocol

@testable import TextMode

@Suite("Text layout for past results")
struct SideBySideTests {
  @Test(
    "The width of texts is that on a terminal",
    arguments: [
      ("", 0), ("ana", 3), ("⬛🟩", 4), ("é", 1), ("e\u{301}", 1), ("➡️", 2), ("➡", 1), ("日本", 4), ("6️⃣", 2), ("· ", 2),
    ])
  func widths(_ text: String, _ columns: Int) { #expect(TextWidth.of(text) == columns) }

  @Test("Blocks are side by side, in columns")
  func columns() {
    let lines = SideBySide.lines(of: [["a", "🟩🟩", "⬛⬛"], ["long headline", "🟨"], ["c"]])
    #expect(
      lines == [
        "a      long headline   c",
        "🟩🟩   🟨",
        "⬛⬛",
      ])
  }

  @Test("No line is wider than the terminal, for any number of grids", arguments: 1...30)
  func fits(_ count: Int) {
    let block = ["2026-11-20", "Wordle 324 4/6", "⬛⬛⬛⬛🟨", "🟩🟩🟩🟩🟩"]
    let lines = SideBySide.lines(of: Array(repeating: block, count: count))
    #expect(lines.allSatisfy { TextWidth.of($0) <= 80 })
    #expect(lines.joined().count { $0 == "🟨" } == count)
    // Five blocks of 14 columns with four gaps of 3 would be 82 columns: four fit.
    #expect(lines.count == ((count + 3) / 4) * 5 - 1)
  }

  @Test("A block that is wider than the terminal has its own row")
  func wide() {
    let lines = SideBySide.lines(of: [["a"], [String(repeating: "x", count: 100)], ["b"]])
    #expect(lines.count == 5)
    #expect(lines[0] == "a")
    #expect(lines[4] == "b")
  }

  @Test("A month is drawn as a calendar: weeks from Monday, with future days distinct from days not played")
  func calendar() throws {
    let first = try #require(Day("2026-11-01"))
    let last = try #require(Day("2026-11-30"))
    let today = try #require(Day("2026-11-20"))
    let entries = [("2026-11-18", true), ("2026-11-19", false), ("2026-11-20", true)].compactMap { text, won in
      Day(text).map { CalendarAnswer.Entry(day: text, puzzle: $0.number, won: won, tries: won ? 4 : nil) }
    }
    let shown = ShownCalendar(
      message: CalendarAnswer(player: "ana", game: "wordle", month: "2026-11", entries: entries), title: "Wordle",
      first: first, last: last, today: today)
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
