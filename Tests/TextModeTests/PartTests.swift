import GameKit
import Testing
import WireProtocol

@testable import TextMode

@Suite("Parts of a board in text")
struct PartTests {
  private func drawn(_ parts: [Board.Part]) -> [String] {
    var board = Board(title: "T", rows: [], prompt: "Go on")
    board.parts = parts
    return BoardAnswer(room: "r", board: board).drawn().split(separator: "\n").map(String.init)
  }

  private func sea(_ title: String, _ size: Int, _ letter: Character = "·") -> Board.Part {
    let row = Board.Row(
      letters: String(repeating: letter, count: size), tiles: String(repeating: "⬜", count: size))
    let signs = [Board.Sign("X", "hit"), Board.Sign("#", "ship")]
    return .grid(title, rows: Array(repeating: row, count: size), signs: signs)
  }

  @Test("Two grids are side by side, with the legend of their letters below")
  func grids() {
    var own = sea("Your sea", 2, "#")
    own.player = "ana"
    #expect(
      drawn([sea("Their sea", 2), own]) == [
        "T",
        "Their sea   Your sea · ana",
        "   A B         A B",
        "1  · ·      1  # #",
        "2  · ·      2  # #",
        "# ship",
        "Go on",
      ])
  }

  @Test("Grids that are too wide are stacked, and no line is wider than a terminal")
  func wide() {
    let lines = drawn([sea("One", 26), sea("Two", 26)])
    #expect(lines.firstIndex(of: "One").map { $0 < 3 } == true && lines.contains("Two"))
    #expect(lines.allSatisfy { TextWidth.of($0) <= 80 })
  }

  @Test("Guesses at four words are side by side in 80 columns, with their colours and without open rows")
  func tries() {
    func word(_ number: Int) -> Board.Part {
      let open = Board.Row(letters: "     ", tiles: "⬜⬜⬜⬜⬜")
      let rows = [Board.Row(letters: "crane", tiles: "⬛🟨⬛⬛🟩"), Board.Row(letters: "slate", tiles: "🟩🟩🟩🟩🟩")]
      return .tries("Word \(number)", rows: number == 1 ? rows : [rows[0], open])
    }
    let lines = drawn((1...4).map(word))
    #expect(
      lines == [
        "T",
        "Word 1              Word 2              Word 3              Word 4",
        "⬛🟨⬛⬛🟩  CRANE   ⬛🟨⬛⬛🟩  CRANE   ⬛🟨⬛⬛🟩  CRANE   ⬛🟨⬛⬛🟩  CRANE",
        "🟩🟩🟩🟩🟩  SLATE",
        "Go on",
      ])
    #expect(lines.allSatisfy { TextWidth.of($0) <= 80 })
  }

  @Test(
    "Cards are listed by name, with the text to type if it differs",
    arguments: [
      ([Board.Card("12", move: "12"), Board.Card("4", move: "4")], "12, 4"),
      ([Board.Card("12"), Board.Card("4")], "12, 4"),
      (
        [Board.Card("7♠", name: "seven of spades", move: "7s"), Board.Card("2♣", name: "two of clubs")],
        "7s = seven of spades, two of clubs (not now)"
      ),
      ([Board.Card("7", name: "red seven", tile: .red)], "🟥 red seven"),
      ([.faceDown(), .faceDown(), .faceDown()], "3 face down"),
      ([.faceDown(), Board.Card("3")], "face down, 3"),
      ([.faceDown(name: "the deck", move: "draw")], "draw = the deck, face down"),
      ([], "none"),
    ])
  func cards(_ cards: [Board.Card], _ line: String) {
    #expect(drawn([.cards("Hand", cards)]) == ["T", "Hand: \(line)", "Go on"])
  }
}
