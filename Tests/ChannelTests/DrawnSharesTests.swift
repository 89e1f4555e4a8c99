import GameKit
import Testing
import WireProtocol

@testable import Channel

@Suite("Letters of shared results as people read them")
struct DrawnSharesTests {
  @Test("Between two grids of a board lies a blank line")
  func letters() {
    let first = [Board.Row(letters: "crane", tiles: "🟩🟩🟩🟩🟩")]
    let second = [Board.Row(letters: "crane", tiles: "⬛⬛🟩⬛🟩"), Board.Row(letters: "slate", tiles: "🟩🟩🟩🟩🟩")]
    let answer = RevealAnswer(share: 1, player: "ana", game: "quordle", row: nil, rows: first + second)
    #expect(
      ShownLetters(message: answer, grids: [first, second]).drawn()
        == "🟩🟩🟩🟩🟩  CRANE\n\n⬛⬛🟩⬛🟩  CRANE\n🟩🟩🟩🟩🟩  SLATE")
  }
}
