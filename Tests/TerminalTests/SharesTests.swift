import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("The channel of shared results")
struct SharesTests {
  @Test("A pasted result of several lines is one share; outside the channel it needs confirmation")
  func pasting() {
    let text = "Wordle 1,492 3/6\n\n⬛🟨⬛⬛⬛\n🟩⬛🟨⬛🟩\n🟩🟩🟩🟩🟩"
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.happen(.input(.paste(text)))
    #expect(stage.text.contains("Share this result?"))
    func shared() -> [String?] {
      stage.asked.filter { $0.type == "share" }.map { $0["text"] }
    }
    #expect(shared().isEmpty)
    stage.press(.enter)
    #expect(shared() == [text])
    stage.press(.function(2))
    stage.happen(.input(.paste(text)))
    #expect(shared() == [text, text])
    #expect(stage.app.room?.draft.isEmpty != false)
  }

  @Test("Letters of a shared grid are shown cell by cell, once the server has sent them")
  func revealing() {
    var stage = Stage()
    stage.press(.character("s"))
    let entry: JSON = [
      "share_id": 88, "player": "ben", "game": "wordle", "day": "2026-11-20", "won": true,
      "text": "Parlor Wordle 324 2/6\n\n⬛🟨⬛⬛🟩\n🟩🟩🟩🟩🟩",
    ]
    stage.happen(
      .answered(.request("shares"), .success(.object("shares", ["shares": .array([entry])]))))
    #expect(stage.text.contains("ben · Parlor Wordle 324 2/6"))
    stage.press(.right, .character(" "))
    #expect(stage.asked.last == .request("reveal", ["share_id": 88]))
    let rows: JSON = [["letters": "crane", "tiles": "⬛🟨⬛⬛🟩"], ["letters": "bully", "tiles": "🟩🟩🟩🟩🟩"]]
    stage.happen(
      .answered(
        .request("reveal", ["share_id": 88]),
        .success(.object("reveal", ["share_id": 88, "player": "ben", "game": "wordle", "rows": rows]))))
    #expect(stage.text.contains("›R‹"))
    #expect(!stage.text.contains("C"))
    stage.press(.down, .character("r"))
    #expect(stage.text.contains("[B]›U‹[L][L][Y]"))
    stage.press(.character("2"))
    #expect(stage.asked.last == .request("react", ["share_id": 88, "emoji": "🎉"]))
    #expect(stage.text.contains("1-2 👍🎉"), "those that the server has")
    stage.press(.character("3"))
    #expect(stage.asked.last == .request("react", ["share_id": 88, "emoji": "🎉"]))
    stage.happen(
      .heard(.other(Message(["type": "reacted", "share_id": 88, "player": "eva", "reactions": ["🎉": 2, "👍": 1]]))))
    #expect(stage.text.contains("🎉 2  👍 1"))
  }

  @Test("A click on a shared grid selects the cell and shows its letter")
  func clicking() {
    var stage = Stage()
    stage.press(.character("s"))
    let entries: [JSON] = [
      [
        "share_id": 88, "player": "ben", "game": "wordle", "day": "2026-11-20", "won": true,
        "text": "Parlor Wordle 324 2/6\n\n⬛🟨⬛⬛🟩\n🟩🟩🟩🟩🟩",
      ],
      [
        "share_id": 87, "player": "eva", "game": "wordle", "day": "2026-11-20", "won": true,
        "text": "Parlor Wordle 324 1/6\n\n🟩🟩🟩🟩🟩",
      ],
    ]
    stage.happen(
      .answered(.request("shares"), .success(.object("shares", ["shares": .array(entries)]))))
    let y = stage.lines.firstIndex { $0.contains("eva ·") } ?? 0
    stage.happen(.input(.mouse(Mouse(act: .press, x: 10, y: y + 1))))
    #expect(stage.app.shares.grids.chosen == 1 && stage.app.shares.grids.cell == BoardCell(x: 2, y: 0))
    #expect(stage.asked.last == .request("reveal", ["share_id": 87]))
    let count = stage.asked.count
    for (x, y) in [(0, 0), (10, y), (40, y + 1), (10, 20)] {
      stage.happen(.input(.mouse(Mouse(act: .press, x: x, y: y))))
    }
    #expect(stage.asked.count == count, "beside a grid nothing is asked")
  }
}
