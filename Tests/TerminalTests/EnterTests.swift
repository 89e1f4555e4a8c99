import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Enter when sorting tiles")
struct EnterTests {
  private func board(_ letters: String) -> Board {
    Board(
      title: "DailySort 324", rows: [Board.Row(letters: letters, tiles: "⬜⬜⬜⬜⬜")], prompt: "Sort the tiles into a word",
      gestures: [Gesture(.swap, "{x1} {x2}"), Gesture(.key, "{letters}")])
  }

  @Test("An accidental Enter costs no try: the unchanged row is sent only at a second Enter")
  func stray() {
    var stage = Stage()
    stage.enter(board("latse"), room: "dailysort")
    stage.press(.enter)
    #expect(stage.moves == [])
    #expect(stage.text.contains("Enter once more"))
    stage.press(.enter)
    #expect(stage.moves == ["latse"])
  }

  @Test("After a swap Enter sends the row")
  func swapped() {
    var stage = Stage()
    stage.enter(board("latse"), room: "dailysort")
    let moved = Moved(
      place: EventPlace(room: "dailysort", seq: 2), player: "ana", turn: ["sorting": true], board: board("altse"))
    stage.happen(.heard(.moved(moved)))
    stage.press(.enter)
    #expect(stage.moves == ["altse"])
  }
}
