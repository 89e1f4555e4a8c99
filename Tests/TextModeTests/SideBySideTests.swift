import GameKit
import Testing
import WireProtocol

@testable import TextMode

@Suite("Text layout for past results")
struct SideBySideTests {
  @Test(
    "Width is counted in terminal columns",
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
}
