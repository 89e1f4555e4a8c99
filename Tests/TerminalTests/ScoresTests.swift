import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Past scores")
struct ScoresTests {
  private func answer(_ scores: [JSON], next: Int? = nil) -> Answer {
    .object("scores", ["scores": .array(scores), "next": next.map { .int($0) } ?? .null])
  }

  private let lapse: JSON = [
    "id": 264, "date": "2022-03-10", "word": "lapse", "tries": ["stair", "lapse"],
    "tiles": ["🟨⬛🟨⬛⬛", "🟩🟩🟩🟩🟩"], "player": "ana",
  ]
  private let sweet: JSON = [
    "id": 262, "date": "2022-03-10", "tiles": ["🟩🟩🟩🟩🟩"], "hidden": true, "player": "ben",
  ]

  @Test("Scores are drawn as tiles, and a letter is shown when its cell is chosen")
  func looking() throws {
    var stage = Stage()
    stage.press(.character("e"))
    let question = try #require(stage.asked.last { $0.type == "scores" })
    stage.happen(.answered(question, .success(answer([lapse, sweet]))))
    #expect(stage.text.contains("ana · 264 · 2022-03-10 · 2 tries"))
    #expect(!stage.text.contains("S") && !stage.text.lowercased().contains("stair"))
    stage.press(.character(" "))
    #expect(stage.text.contains("›S‹"))
    stage.press(.down, .character("r"))
    #expect(stage.text.contains("[A][P][S][E]"))
    stage.press(.pageDown, .character("a"))
    #expect(stage.text.contains("letters are hidden"))
  }

  @Test("Two players are side by side, day by day, and a month can be chosen")
  func sideBySide() throws {
    var stage = Stage()
    stage.press(.character("e"), .character("f"))
    stage.type("ana")
    stage.press(.tab)
    stage.type("ben")
    stage.press(.tab)
    stage.type("2022-03")
    stage.press(.enter)
    let question = try #require(stage.asked.last { $0.type == "scores" })
    #expect(question.fields["names"]?.arrayValue?.compactMap(\.stringValue) == ["ana", "ben"])
    #expect(question["month"] == "2022-03")
    stage.happen(.answered(question, .success(answer([sweet, lapse], next: 264))))
    let line = try #require(stage.lines.first { $0.contains("ana · 264") })
    #expect(line.contains("ben · 262"), "the second player's is in the same line")
    #expect(line.firstRange(of: "ana ·").map { line.distance(from: line.startIndex, to: $0.lowerBound) < 10 } == true)
    stage.press(.character("o"))
    #expect(stage.asked.last?.fields["after"]?.intValue == 264)
  }

  @Test("A command opens them: players and a month in any order")
  func command() {
    #expect(GridFilter(["2022-03", "ana", "ben"]) == GridFilter(players: ["ana", "ben"], time: "2022-03"))
    var stage = Stage()
    stage.press(.character("/"))
    stage.type("scores ana")
    stage.press(.enter)
    #expect(stage.app.place == .scores)
  }
}
