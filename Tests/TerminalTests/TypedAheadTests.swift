import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Keys typed for a screen that is not there yet")
struct TypedAheadTests {
  private static let leaderboard: Answer = {
    let row: JSON = [
      "line": 1, "column": 0, "width": 6, "text": "statistics", "request": ["type": "stats", "player": "ana"],
    ]
    let other: JSON = ["line": 2, "column": 0, "width": 6, "text": "statistics", "request": ["type": "stats"]]
    return .object("leaderboard", ["drawn": "wordle\n 1. ana\n 2. ben", "links": [row, other], "game": "wordle"])
  }()

  @Test("They are kept until a page arrives, in their order")
  func page() throws {
    var stage = Stage()
    stage.press(.character("l"), .down, .up, .enter)
    let question = try #require(stage.asked.last)
    #expect(question.type == "leaderboard")
    stage.happen(.answered(question, .success(Self.leaderboard)))
    #expect(stage.asked.last == .request("stats", ["player": "ana"]))
  }

  @Test("They are kept until a room is there, and are its move")
  func room() {
    var stage = Stage()
    stage.press(.character("1"))
    stage.type("crane")
    stage.press(.enter)
    #expect(stage.app.place == .lobby && stage.moves.isEmpty && stage.app.shell.dialog == nil)
    stage.enter(Stage.wordle())
    #expect(stage.moves == ["crane"])
  }

  @Test("They are kept until a typed command is answered")
  func command() {
    var stage = Stage()
    stage.press(.character("/"))
    stage.type("practice field")
    stage.press(.enter, .character("1"))
    #expect(stage.asked.last == .command("/practice field", room: nil) && stage.app.place == .lobby)
    let error = Failure(code: "not_found", message: "There is no game field.")
    stage.happen(.answered(.command("/practice field", room: nil), .failure(error)))
    #expect(stage.app.place == .lobby && !stage.asked.contains { $0.type == "join" })
  }

  @Test("Esc waits no longer, and a refusal drops them")
  func dropped() throws {
    var stage = Stage()
    stage.press(.character("l"), .down, .escape)
    #expect(stage.app.place == .lobby)
    stage.press(.character("1"), .character("q"))
    let question = try #require(stage.asked.last { $0.type == "join" })
    stage.happen(.answered(question, .failure(Failure(code: "too_many", message: "There are too many."))))
    #expect(stage.text.contains("There are too many.") && stage.app.place == .lobby)
    stage.press(.down)
    #expect(stage.lines.contains { $0.contains("▸ 2 Field") }, "\(stage.text)")
  }

  @Test("Without a link nothing is kept")
  func offline() {
    var stage = Stage()
    stage.press(.character("l"))
    stage.happen(.heard(.link(.lost(.closedByServer))))
    stage.press(.character("/"))
    #expect(stage.text.contains("Command"))
  }
}
