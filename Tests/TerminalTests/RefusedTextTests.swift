import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Input that was refused, or may not have arrived")
struct RefusedTextTests {
  private let lost = Failure(message: "The connection was lost before the answer came.", isOfLink: true)

  @Test("A line that may contain a password for want of a slash is neither sent nor kept")
  func password() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.press(.tab)
    stage.type("logni ana secret-word")
    stage.press(.enter)
    #expect(!stage.asked.contains { $0.type == "say" })
    #expect(stage.text.contains("may hold a password") && !stage.text.contains("secret-word"))
    stage.press(.up)
    #expect(stage.app.room?.talkLine.text == "")
    stage.type("login does not work for me")
    stage.press(.enter)
    #expect(stage.asked.last?.type == "say")
  }

  @Test("A command with a password in the line of talk opens a form that hides it, and is not kept")
  func passwordCommand() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.press(.tab)
    stage.type("/login ana secret-word")
    stage.press(.enter)
    #expect(stage.app.dialog?.title == "Login" && !stage.text.contains("secret-word"))
    stage.press(.escape)
    stage.press(.up)
    #expect(stage.app.room?.talkLine.text == "" && !stage.asked.contains { $0.type == "login" })
  }

  @Test("A line of talk that arrived after all is removed from the input")
  func saidAfterAll() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.press(.tab)
    stage.type("hola")
    stage.press(.enter)
    stage.happen(.answered(.request("say", ["room": "wordle", "text": "hola"]), .failure(lost)))
    #expect(stage.app.room?.talkLine.text == "hola")
    stage.happen(.heard(.said(Said(place: EventPlace(room: "wordle", seq: 2), player: "ben", text: "hola"))))
    #expect(stage.app.room?.talkLine.text == "hola")
    stage.happen(.heard(.said(Said(place: EventPlace(room: "wordle", seq: 3), player: "ana", text: "hola"))))
    #expect(stage.app.room?.talkLine.text == "")
  }

  @Test("A move that was played after all is removed from the input")
  func playedAfterAll() throws {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.type("crane")
    stage.press(.enter)
    stage.happen(.answered(try #require(stage.lastMove), .failure(lost)))
    #expect(stage.app.room?.draft.text == "crane")
    stage.happen(
      .heard(
        .moved(Moved(place: EventPlace(room: "wordle", seq: 2), player: "ana", turn: ["guess": "crane"], board: nil))))
    #expect(stage.app.room?.draft.text == "")
  }

  @Test("A refused dialog opens again with its input, and a successful one does not")
  func box() {
    var stage = Stage()
    stage.press(.character("g"))
    stage.type("lunch")
    stage.press(.enter)
    #expect(stage.app.dialog == nil)
    let question = Question.command("/join lunch", room: nil)
    stage.happen(.answered(question, .failure(Failure(code: "room_full", message: "lunch is full."))))
    #expect(stage.text.contains("Room  lunch"))
    #expect(stage.text.contains("lunch is full."))
    stage.press(.enter)
    let joined = Joined(room: "lunch", seq: 1, viewer: "ana", game: nil, mode: nil, state: .talking, players: [])
    stage.happen(.answered(question, .success(.of(joined))))
    #expect(stage.app.dialog == nil)
    #expect(stage.app.place == .room("lunch"))
  }

  @Test("A refused dialog does not open over new input; its input returns when it is opened")
  func boxAndKeys() {
    var stage = Stage()
    stage.press(.character("u"))
    stage.type("ana")
    stage.press(.enter, .down)
    let question = Question.login(name: "ana", token: nil)
    stage.happen(.answered(question, .failure(Failure(code: "name_taken", message: "ana is taken"))))
    #expect(stage.app.dialog == nil)
    stage.press(.character("u"))
    #expect(stage.app.dialog?.value(0) == "ana")
  }

  @Test("The login is repeated if the link was lost before its answer")
  func introduction() {
    var stage = Stage()
    func introductions() -> Int {
      stage.asked.count { question in
        if case .comeBack = question { true } else { false }
      }
    }
    #expect(introductions() == 1)
    let question = Question.comeBack(name: "ana", token: nil, asGuest: false)
    stage.happen(.heard(.link(.lost(.closedByServer))))
    stage.happen(.answered(question, .failure(lost)))
    #expect(introductions() == 1)
    if let hello = stage.app.hello { stage.happen(.heard(.link(.online(hello)))) }
    #expect(introductions() == 2)
    if let hello = stage.app.hello { stage.happen(.heard(.link(.online(hello)))) }
    #expect(introductions() == 2)
  }

  @Test("Unsent input of a room that is gone is printed at exit, moves and talk alike")
  func linesAtExit() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.type("cra")
    stage.press(.tab)
    stage.type("hol")
    stage.happen(.heard(.shutOut(room: "wordle", WireError(.kicked, "You were sent away"))))
    #expect(stage.app.linesAtExit == ["cra", "hol"])
  }

  @Test("A late answer does not close a dialog in use")
  func lateAnswer() {
    var stage = Stage()
    stage.press(.character("/"))
    stage.type("cre")
    stage.happen(
      .answered(
        .comeBack(name: "ana", token: nil, asGuest: false), .success(.login(LoginAnswer(you: "ana", token: nil)))))
    stage.type("ate lu")
    let joined = Joined(room: "patio", seq: 1, viewer: "ana", game: nil, mode: nil, state: .talking, players: [])
    stage.happen(.answered(.request("join", ["room": "patio"]), .success(.of(joined))))
    stage.type("nch")
    #expect(stage.app.dialog?.value(0) == "/create lunch")
  }

  @Test("A refused typed move returns to the input line, even a number; a pointed one does not")
  func numbers() throws {
    var stage = Stage()
    var board = Stage.wordle()
    board.gestures = [Gesture(.drag, "{x1},{y1} {x2},{y2}")]
    stage.enter(board)
    stage.type("12")
    stage.press(.enter)
    let failure = Failure(code: "bad_move", message: "Not so many.")
    stage.happen(.answered(try #require(stage.lastMove), .failure(failure)))
    #expect(stage.app.room?.draft.text == "12")
    stage.press(.control("u"), .character(" "), .right, .character(" "))
    #expect(stage.moves.last == "0,0 1,0")
    stage.happen(.answered(try #require(stage.lastMove), .failure(failure)))
    #expect(stage.app.room?.draft.text == "")
    #expect(stage.text.contains("Not so many."))
  }

  @Test("An error is removed when the shared board changes")
  func sharedBoard() throws {
    var stage = Stage()
    stage.enter(Stage.wordle(), mode: .together, players: ["ana", "ben"])
    stage.type("crane")
    stage.press(.enter)
    let failure = Failure(code: "not_your_turn", message: "It is not your turn.")
    stage.happen(.answered(try #require(stage.lastMove), .failure(failure)))
    #expect(stage.text.contains("It is not your turn."))
    let place = EventPlace(room: "wordle", seq: 2)
    stage.happen(.heard(.moved(Moved(place: place, player: "ben", turn: [:], board: Stage.wordle()))))
    #expect(!stage.text.contains("It is not your turn."))
    #expect(stage.app.room?.draft.text == "crane")
  }
}
