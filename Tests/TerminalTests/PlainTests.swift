import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Lines instead of a screen")
struct PlainTests {
  private func talk() -> PlainTalk {
    var talk = PlainTalk(App(server: "localhost:7770"))
    let hello = Hello(server: "parlor", epoch: "e", you: "guest-1", day: "2026-11-20", lineBytes: 16_384)
    _ = talk.update(.heard(.link(.online(hello))))
    let about = About(
      games: [About.Game(id: "wordle", title: "Wordle", summary: "Guess the word", modes: [.daily])], day: "2026-11-20",
      nextDaySeconds: 60, commitments: [:])
    _ = talk.update(.answered(.about, .success(.about(about))))
    return talk
  }

  @Test("A game's name joins its daily, and a line is then a move")
  func playing() {
    var talk = talk()
    guard case .ask(.join("wordle", nil, nil))? = talk.take("Wordle").effects.first else {
      Issue.record("no room was asked for")
      return
    }
    var joined = Joined(room: "wordle", seq: 1, viewer: "guest-1", game: "wordle", mode: .daily, state: .playing)
    (joined.players, joined.playerCount, joined.board) = (["guest-1", "ben"], 2, Stage.wordle())
    _ = talk.update(.heard(.joined(joined)))
    let told = talk.update(.answered(.join(room: "wordle", code: nil, settings: nil), .success(.joined(joined)))).lines
    #expect(told == ["You are in wordle, with 1 more.", "Wordle 324", "Guess a five-letter word (1/6)"])
    guard case .ask(.move("wordle", "crane", nil, _))? = talk.take("crane").effects.first else {
      Issue.record("no move was sent")
      return
    }
    let board = Stage.wordle([("crane", "⬛🟨⬛⬛🟩")])
    let moved = Moved(place: EventPlace(room: "wordle", seq: 2), player: "guest-1", turn: [:], board: board)
    let result1 = talk.update(.heard(.moved(moved)))
    #expect(
      result1.lines
        == ["crane: c no, r elsewhere, a no, n no, e right", "Guess a five-letter word (2/6)"])
    let other = Moved(place: EventPlace(room: "wordle", seq: 3), player: "ben", turn: ["tiles": "🟩⬛⬛⬛⬛"], board: nil)
    let result2 = talk.update(.heard(.moved(other)))
    #expect(result2.lines == ["ben: right, no, no, no, no"])
  }

  @Test("Nothing that is told holds an escape sequence, and a lost link is told once")
  func sentences() {
    var talk = talk()
    let lost = talk.update(.heard(.link(.lost(.linkLost("broken pipe"))))).lines
    #expect(lost == ["The connection was lost: broken pipe. Trying again…"])
    let result3 = talk.take("/help")
    #expect(result3.lines.allSatisfy { !$0.contains("\u{1B}") })
    let result4 = talk.take("/nonsense")
    #expect(result4.lines.count == 1)
    let result5 = talk.take("   ")
    #expect(result5.lines.isEmpty)
  }

  @Test("A field is read row by row")
  func field() {
    #expect(
      PlainWords.board(PointerTests.field)
        == ["Field", "columns A B C D", "row 1: a b c d", "row 2: e f g h", "row 3: i j k l"])
  }
}

@Suite("The command line")
struct OptionsTests {
  private func parse(_ arguments: String..., environment: [String: String] = ["TERM": "xterm"], isTerminal: Bool = true)
    throws -> Options
  {
    try Options.parse(arguments, environment: { environment[$0] }, isTerminal: isTerminal)
  }

  @Test("Flags and the environment say how the client is to be")
  func flags() throws {
    let options = try parse("parlor.example:7771", "--name", "ana", "--token=p1_x", "--no-animation", "--contrast")
    #expect(options.server == ServerAddress(host: "parlor.example", port: 7771))
    #expect(options.preferences.name == "ana" && options.preferences.token == "p1_x")
    #expect(!options.preferences.isAnimated && options.preferences.look == .contrast && !options.isPlain)
    #expect(try parse(environment: ["TERM": "xterm", "NO_COLOR": "1"]).preferences.look == .signs)
    #expect(try parse(environment: ["TERM": "xterm", "NO_COLOR": ""]).preferences.look == .colour)
    #expect(try parse(environment: ["TERM": "xterm", "COLORTERM": "truecolor"]).depth == .full)
    #expect(try parse(environment: ["TERM": "dumb"]).isPlain)
    #expect(try parse(isTerminal: false).isPlain)
    #expect(try !parse(environment: ["TERM": "xterm", "PARLOR_NO_ANIMATION": "1"]).preferences.isAnimated)
  }

  @Test("What makes no sense is refused", arguments: ["--nonsense", "a b", "host:0", "--name"])
  func wrong(argument: String) {
    #expect(throws: UsageError.self) { try parse(argument) }
  }
}
