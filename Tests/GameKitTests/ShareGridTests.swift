import GameKit
import Testing
import WireProtocol

@Suite("Share texts")
struct ShareGridTests {
  @Test("A headline, an empty line and the rows, without a last newline")
  func text() {
    let grid = ShareGrid(headline: "2/6*", rows: ["⬛🟨⬛⬛⬛", "🟩🟩🟩🟩🟩"])
    #expect(grid.text(title: "Wordle", label: "324") == "Parlor Wordle 324 2/6*\n\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩")
  }

  @Test(
    "The same grid in the reader's colours, byte for byte",
    arguments: [
      (Theme.dark, "⬛⬛⬛⬛🟨\n🟨⬛🟨⬛⬛\n⬛⬛⬛🟨⬛\n🟩🟩🟩🟩🟩"),
      (.light, "⬜⬜⬜⬜🟨\n🟨⬜🟨⬜⬜\n⬜⬜⬜🟨⬜\n🟩🟩🟩🟩🟩"),
      (.contrast, "⬛⬛⬛⬛🟦\n🟦⬛🟦⬛⬛\n⬛⬛⬛🟦⬛\n🟧🟧🟧🟧🟧"),
    ])
  func themes(_ theme: Theme, _ rows: String) {
    let grid = ShareGrid(headline: "4/6", rows: ["⬛⬛⬛⬛🟨", "🟨⬛🟨⬛⬛", "⬛⬛⬛🟨⬛", "🟩🟩🟩🟩🟩"])
    let text = grid.text(title: "Wordle", label: ShareGrid.numberText(1492), theme: theme)
    #expect(Array(text.utf8) == Array("Parlor Wordle 1,492 4/6\n\n\(rows)".utf8))
  }

  @Test("Different tiles stay different in every theme", arguments: Theme.allCases)
  func distinct(_ theme: Theme) {
    let tiles = "🟩🟨⬛⬜"
    #expect(Set(theme.shown(tiles)).count == tiles.count)
    #expect(theme.shown("no tiles, é") == "no tiles, é")
  }

  @Test("A grid without rows is its headline")
  func headlineOnly() {
    let grid = ShareGrid(headline: "5/5 · 1:42", rows: [])
    #expect(grid.text(title: "Wordsearch", label: "race") == "Parlor Wordsearch race 5/5 · 1:42")
  }

  @Test(
    "Numbers have a thousands separator",
    arguments: [
      (0, "0"), (7, "7"), (324, "324"), (999, "999"), (1000, "1,000"), (1492, "1,492"), (12_345, "12,345"),
      (123_456, "123,456"), (1_234_567, "1,234,567"), (-1, "-1"), (-1000, "-1,000"),
      (.min, "-9,223,372,036,854,775,808"),
    ])
  func numbers(number: Int, text: String) { #expect(ShareGrid.numberText(number) == text) }

  @Test(
    "Times are minutes and seconds, with hours if needed",
    arguments: [
      (-5, "0:00"), (0, "0:00"), (999, "0:00"), (1000, "0:01"), (102_000, "1:42"), (3_599_999, "59:59"),
      (3_723_000, "1:02:03"),
    ] as [(Int64, String)])
  func clock(milliseconds: Int64, text: String) {
    #expect(Elapsed(milliseconds: milliseconds).clockText == text)
  }
}
