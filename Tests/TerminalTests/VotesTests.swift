import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Votes for the next move")
struct VotesTests {
  private static func counts(_ votes: Int, own: String? = nil, left: Int? = 9000) -> VoteCounts {
    func choice(_ word: String, _ votes: Int) -> VoteCounts.Choice {
      VoteCounts.Choice(text: word, move: ["guess": .string(word)], votes: votes)
    }
    return VoteCounts(
      room: "class", votes: votes, players: 5, endsInMilliseconds: left,
      leading: [choice("crane", votes - 1), choice("moist", 1)], own: own.map { choice($0, 1) })
  }

  @Test("A line has the leading moves, one's own vote and the time that is left, until the move is played")
  func line() {
    var stage = Stage()
    stage.enter(Stage.wordle(), room: "class", mode: .together, players: ["ana", "ben"])
    var room = stage.app.room
    room?.receive(Self.counts(2, own: "moist"), at: 1000)
    room?.receive(Self.counts(3), at: 2000)
    #expect(
      room?.tableText(at: 3000) == "crane 2, moist 1 · your vote: moist · 3 of 5 have voted · 0:08 left")
    #expect(room?.nextTick(at: 3000) == 4000)
    let moved = Moved(place: EventPlace(room: "class", seq: 9), player: "", turn: [:], board: Stage.wordle())
    room?.receive(moved, nil, at: 4000)
    #expect(room?.tableText(at: 4000) == nil)
  }

  @Test("The answer to a vote shows it as one's own, and the row is free for another one", arguments: [40, 80])
  func own(width: Int) throws {
    var stage = Stage(width: width)
    stage.enter(Stage.wordle(), room: "class", mode: .together, players: ["ana", "ben"])
    stage.type("crane")
    stage.press(.enter)
    stage.happen(.answered(try #require(stage.lastMove), .success(.of(Self.counts(1, own: "crane")))))
    #expect(stage.app.room?.underWay.isEmpty == true)
    #expect(stage.text.contains("your vote: crane"), "\(stage.text)")
  }
}
