import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Texts for newcomers")
struct NewcomerScreenTests {
  private static let sizes = ViewTests.sizes

  @Test("A player who was away when the server restarted is listed on return")
  func backAfterRestart() {
    var stage = Stage(width: 100, height: 30)
    stage.enter(Stage.wordle(), room: "cafe", mode: .race)
    let place = EventPlace(room: "cafe", seq: 2)
    stage.happen(.heard(.presence(Presence(place: place, change: .back, player: "ben"))))
    #expect(stage.text.contains("2 here") && stage.app.room?.players == ["ana", "ben"])
    let gone = EventPlace(room: "cafe", seq: 3)
    stage.happen(.heard(.presence(Presence(place: gone, change: .away, player: "ben"))))
    #expect(stage.text.contains("1 here"))
  }

  @Test("A wish that others must agree to is shown completely, to all", arguments: sizes)
  func wish(width: Int, height: Int) {
    var stage = Stage(width: width, height: height)
    stage.enter(Stage.wordle(), room: "cafe", mode: .together, players: ["ana", "ben"])
    for player in ["ben", "ana"] {
      let board = Stage.wordle()
      var moved = Moved(place: EventPlace(room: "cafe", seq: 2), player: player, turn: [:], board: board)
      moved.remark = "wants to give up (1 more to agree)"
      stage.happen(.heard(.moved(moved)))
      let words = stage.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for part in ["\(player) wants", "agree)"] { #expect(words.contains(part), "\(part)\n\(stage.text)") }
    }
    let place = EventPlace(room: "cafe", seq: 3)
    let board = Stage.wordle([("crane", "⬛🟨⬛⬛🟩")])
    stage.happen(.heard(.moved(Moved(place: place, player: "ana", turn: [:], board: board))))
    #expect(stage.text.contains("Guess a five-letter word"))
  }

  @Test("The side panel shows a wish completely")
  func wishAtTheSide() {
    var stage = Stage()
    stage.enter(Stage.wordle(), room: "cafe", mode: .together, players: ["ana", "ben"])
    var moved = Moved(place: EventPlace(room: "cafe", seq: 2), player: "ben", turn: [:], board: Stage.wordle())
    moved.remark = "wants to skip this grid (1 more to agree)"
    stage.happen(.heard(.moved(moved)))
    let side = stage.lines.compactMap { $0.split(separator: "│").last.map(String.init) }
    #expect(side.contains { $0.hasPrefix(" ben wants to skip") } && side.contains { $0.contains("agree)") })
  }

  @Test("The owner is not told to start a round while others are playing")
  func roundUnderWay() {
    var stage = Stage()
    var joined = Joined(room: "cafe", seq: 1, viewer: "ana", game: "wordle", mode: .race, state: .finished, players: [])
    (joined.board, joined.owner, joined.players) = (Stage.wordle(), "ana", ["ana", "ben"])
    (joined.outcome, joined.endsInSeconds) = (["won": false], 60)
    stage.happen(.answered(.request("join", ["room": "cafe"]), .success(.of(joined))))
    #expect(!stage.text.contains("start"))
    stage.press(.enter)
    #expect(!stage.asked.contains { $0.type == "start" })
    let place = EventPlace(room: "cafe", seq: 2)
    let over = RoundOver(place: place, number: 1, standings: [], solution: nil, nextInSeconds: nil)
    stage.happen(.heard(.roundOver(over)))
    #expect(stage.text.contains("↵ start"))
    stage.press(.enter)
    #expect(stage.asked.last == .request("start", ["room": "cafe"]))
  }

  @Test("A finished board shows on return what the board does not contain, and nothing twice")
  func endingOnce() {
    var stage = Stage(width: 100, height: 30)
    var joined = Joined(
      room: "wordle", seq: 1, viewer: "ana", game: "wordle", mode: .daily, state: .finished, players: [])
    var board = Stage.wordle([("crane", "🟩🟩🟩🟩🟩")])
    (board.prompt, board.notes) = ("", ["solved 1/6"])
    joined.board = board
    joined.outcome = ["won": true, "tries": 1, "answer": "crane", "meaning": "A tall bird"]
    stage.happen(.answered(.request("join", ["room": "wordle"]), .success(.of(joined))))
    #expect(stage.text.contains("Solved in 1 · A tall bird") && !stage.text.contains("crane"))
  }

  @Test("A move in a replay has no field names")
  func replayedMove() {
    #expect(ShellFormat.move(["give_up": true]) == "give up")
    #expect(ShellFormat.move(["from": [6, 1], "to": [27, 6]]) == "G2 AB7")
    #expect(ShellFormat.move(["swap": [3, 5]]) == "3,5")
  }

  @Test("The end of the help is visible", arguments: sizes)
  func legends(width: Int, height: Int) {
    for look in [Look.colour, .signs] {
      var stage = Stage(width: width, height: height, look: look)
      stage.press(.character("?"))
      #expect(stage.lines.contains { $0.contains("tab topics") && $0.contains("closes") && !$0.contains("…") })
    }
  }
}
