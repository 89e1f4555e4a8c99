import GameKit
import Testing
import WireProtocol

@testable import Channel

@Suite("Letters of shared results in text")
struct DrawnSharesTests {
  @Test("A blank line separates two grids of a board")
  func letters() {
    let first = [Board.Row(letters: "crane", tiles: "🟩🟩🟩🟩🟩")]
    let second = [Board.Row(letters: "crane", tiles: "⬛⬛🟩⬛🟩"), Board.Row(letters: "slate", tiles: "🟩🟩🟩🟩🟩")]
    let answer = RevealAnswer(share: 1, player: "ana", game: "quordle", row: nil, rows: first + second)
    #expect(
      ShownLetters(message: answer, grids: [first, second]).drawn()
        == "🟩🟩🟩🟩🟩  CRANE\n\n⬛⬛🟩⬛🟩  CRANE\n🟩🟩🟩🟩🟩  SLATE")
  }
}
