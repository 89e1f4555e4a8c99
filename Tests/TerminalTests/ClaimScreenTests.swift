import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Results of other games")
struct ClaimScreenTests {
  @Test(
    "Pasted text is a result if it has rows of tiles",
    arguments: [
      "Wordle 1.492 X/6*\n\n⬜⬜🟨⬜⬜", "#Worldle #123 4/6 (100%)\n🟩🟩⬛⬛⬛↘️", "Daily Quordle 1234\n4️⃣5️⃣\n6️⃣🟥",
      "Connections\nPuzzle #123\n🟨🟨🟨🟨", "Strands #1\n“Hi”\n🔵💡🟡", "Parlor DailySort 324 · 3 tries\n\n🟩🟨",
      "look!\n🟩🟩🟩🟩🟩",
    ])
  func results(text: String) {
    var stage = Stage()
    stage.happen(.input(.paste(text)))
    #expect(stage.text.contains("Share this result?"))
  }

  @Test("Other text stays text", arguments: ["", "hello", "two\nlines", "wordle", "daily", "I love Wordle", "crane 🟩"])
  func noResults(text: String) {
    var stage = Stage()
    stage.happen(.input(.paste(text)))
    #expect(!stage.text.contains("Share this result?"))
  }

  @Test("The dialog shows the pasted text, and then the server's reading of it")
  func pasting() {
    let text = "Wordle 1,492 3/6\n\n⬛🟨⬛⬛⬛\n🟩⬛🟨⬛🟩\n🟩🟩🟩🟩🟩"
    var stage = Stage(width: 120)
    stage.happen(.input(.paste(text)))
    for part in ["Share this result?", "Wordle 1,492 3/6", " · + · · ·", " # # # # #", "claimed"] {
      #expect(stage.text.contains(part), "\(part)")
    }
    stage.press(.enter)
    let answer: JSONObject = [
      "type": "shared", "share_id": 5,
      "drawn": .string("ana shares 5 (played elsewhere):\n\(text)\nIt takes the place of share 3."),
    ]
    stage.happen(.answered(.request("share", ["text": .string(text)]), .success(.object("shared", answer))))
    #expect(
      stage.text.contains("ana shares 5 (played elsewhere): Wordle 1,492 3/6 It takes the place of share 3."))
    let failure = Failure(code: "not_a_result", message: "This is no result of a game that is known here.")
    stage.happen(.answered(.request("share", ["text": "x"]), .failure(failure)))
    #expect(stage.text.contains("This is no result of a game that is known here."))
  }
}
