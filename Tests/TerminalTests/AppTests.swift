import ClientKit
import GameKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("The client's behaviour")
struct AppTests {
  @Test("Typed letters go into the row, and Enter sends them")
  func typing() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.type("crane")
    #expect(stage.text.contains("C     R     A     N     E"))
    #expect(stage.moves.isEmpty)
    stage.press(.enter)
    #expect(stage.moves == ["crane"])
    #expect(stage.text.contains("C     R     A     N     E"), "it stays to be seen until it is answered")
  }

  @Test("A server that owes an answer to a move and says nothing is said to be silent, until it is heard again")
  func silence() throws {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.type("crane")
    stage.press(.enter)
    let sent = stage.app.shell.now
    stage.app.shell.now = sent + 2400
    #expect(!stage.text.contains("No answer yet") && stage.app.nextChange.map { $0 <= 100 } == true)
    stage.app.shell.now = sent + 2600
    #expect(stage.text.contains("No answer yet"))
    stage.happen(.answered(try #require(stage.lastMove), .failure(Failure(message: "Not in word list."))))
    #expect(!stage.text.contains("No answer yet"))
  }

  @Test("A refused move shows the reason, shakes, and can be edited")
  func refusal() throws {
    var stage = Stage(isAnimated: true)
    stage.enter(Stage.wordle())
    stage.type("crene")
    stage.press(.enter)
    stage.app.shell.now = 5000
    let failure = Failure(code: "not_in_word_list", message: "Not in word list.")
    stage.happen(.answered(try #require(stage.lastMove), .failure(failure)))
    #expect(stage.text.contains("Not in word list."))
    #expect(stage.app.isAnimating)
    let shaken = stage.lines
    stage.app.shell.now += 100
    #expect(stage.lines != shaken)
    stage.app.shell.now += 1000
    #expect(!stage.app.isAnimating)
    stage.press(.backspace)
    #expect(stage.app.room?.draft.text == "cren")
    #expect(!stage.text.contains("Not in word list."))
  }

  @Test("A new-room dialog opened before the games are known offers them afterwards")
  func lateGames() throws {
    var stage = Stage()
    let about = try #require(stage.app.shell.about)
    stage.app.shell.about = nil
    stage.press(.character("n"))
    #expect(stage.app.shell.dialog?.fields[1].choices == ["talk"])
    stage.type("lunch")
    stage.happen(.answered(.request("about"), .success(.of(about))))
    #expect(stage.app.shell.dialog?.fields[1].values == ["wordle", "field", .null])
    #expect(stage.app.shell.dialog?.fields.map(\.value).prefix(3) == ["lunch", "talk", "race"])
  }

  @Test("Typed text survives a lost link, which the screen reports")
  func lostLink() throws {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.type("crane")
    stage.press(.enter)
    stage.happen(.heard(.link(.lost(.linkLost("broken pipe")))))
    stage.happen(.heard(.link(.retrying(in: .seconds(4)))))
    #expect(stage.text.contains("The connection was lost: broken pipe. Trying again in 4 s, ^R at once."))
    #expect(stage.text.contains("Your move waits for the connection"))
    stage.happen(
      .answered(
        try #require(stage.lastMove), .failure(Failure(message: "The connection was lost before the answer came."))))
    #expect(stage.app.room?.draft.text == "crane")
    #expect(stage.text.contains("What you typed is still here."))
  }

  @Test("The key that reconnects at once does not hide that the link is back")
  func connectAtOnce() throws {
    var stage = Stage()
    stage.enter(Stage.wordle())
    let hello = try #require(stage.app.hello)
    stage.happen(.heard(.link(.lost(.linkLost("broken pipe")))))
    stage.happen(.heard(.link(.online(hello))))
    stage.press(.control("r"))
    #expect(stage.text.contains("The connection is back."))
    stage.type("c")
    stage.press(.control("r"))
    #expect(stage.text.contains("The connection is there."))
    #expect(stage.app.room?.draft.text == "c")
  }

  @Test("A refused line of talk returns, but does not replace new input")
  func refusedTalk() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.press(.tab)
    stage.type("hola")
    stage.press(.enter)
    let question = Question.request("say", ["room": "wordle", "text": "hola"])
    stage.happen(.answered(question, .failure(Failure(code: "muted", message: "You may not talk here."))))
    #expect(stage.app.room?.talkLine.text == "hola")
    #expect(stage.text.contains("You may not talk here."))
    stage.type("!")
    stage.happen(.answered(question, .failure(Failure(code: "muted", message: "You may not talk here."))))
    #expect(stage.app.room?.talkLine.text == "hola!")
  }

  @Test("A restarting server's announced return is shown")
  func restart() {
    var stage = Stage()
    stage.happen(.heard(.link(.closing(reason: "restart", backIn: .seconds(5)))))
    #expect(stage.text.contains("The server is restarting. Trying again in 5 s, ^R at once."))
    stage.happen(.heard(.link(.lost(.closedByServer))))
    #expect(stage.text.contains("The server is restarting."))
  }

  @Test(
    "Every reason for having no server has a sentence",
    arguments: [
      (
        ConnectionError.serverFull("too many connections", retryAfter: nil),
        "The server takes no more connections for now"
      ),
      (.serverTooNew(2), "get a newer version of this program"), (.serverTooOld(0), "which is too old for us"),
      (.refused(ServerAddress(host: "localhost")), "No server listens on localhost:7770."),
    ])
  func noServer(error: ConnectionError, sentence: String) {
    var stage = Stage(width: 120)
    stage.happen(.heard(.link(.lost(error))))
    #expect(stage.text.contains(sentence))
    stage.happen(.heard(.link(.ended(.failed(error)))))
    #expect(stage.text.contains(sentence))
  }

  @Test("A name that is taken is reported in the server's words")
  func nameTaken() {
    var stage = Stage()
    stage.happen(
      .answered(.login(name: "ana", token: nil), .failure(Failure(code: "name_taken", message: "ana is taken"))))
    #expect(stage.text.contains("ana is taken"))
  }

  @Test("Other players' colours are shown while they play, without letters")
  func others() {
    var stage = Stage()
    stage.enter(Stage.wordle(), players: ["ana", "ben"])
    stage.happen(
      .heard(
        .moved(
          Moved(
            place: EventPlace(room: "wordle", seq: 2), player: "ben", turn: ["tiles": "⬛🟨⬛⬛🟩", "tries": 1], board: nil))
      ))
    #expect(stage.lines.contains { $0.contains("· + · · #") })
    stage.happen(
      .heard(
        .finished(
          Finished(
            place: EventPlace(room: "wordle", seq: 3), player: "ben", outcome: ["won": true, "tries": 1], share: "",
            praise: nil))))
    #expect(stage.text.contains("ben solved in 1"))
  }

  @Test("A round counts down and ends with standings")
  func round() {
    var stage = Stage()
    stage.enter(Stage.wordle(), room: "lunch", mode: .race, players: ["ana", "ben"])
    let place = EventPlace(room: "lunch", seq: 2)
    stage.happen(.heard(.round(Round(place: place, number: 1, board: Stage.wordle(), endsInSeconds: 60))))
    #expect(stage.lines[0].contains("1:00 left"))
    #expect(stage.app.nextChange.map { $0 <= 1001 } == true)
    let standings = [
      RoundOver.Standing(
        place: 1, player: "ben", outcome: ["won": true, "tries": 3], elapsedMilliseconds: 41_000, wins: 1),
      RoundOver.Standing(place: 2, player: "ana", outcome: nil, elapsedMilliseconds: nil, progress: 40, wins: 0),
    ]
    stage.happen(
      .heard(
        .roundOver(
          RoundOver(place: place, number: 1, standings: standings, solution: [["guess": "saint"]], nextInSeconds: 5)),
        text: "Round 1 is over.\n1. ben solved in 3\n2. ana has 40 points\nThe solution: saint"))
    #expect(stage.text.contains("1. ben solved in 3"))
    #expect(stage.text.contains("2. ana has 40 points"))
    #expect(stage.text.contains("The solution: saint"))
    #expect(stage.lines[0].contains("next round in 0:05"))
  }

  @Test("Events of a room are shown in the server's words, except the player's own joins and leaves")
  func sentences() {
    var stage = Stage()
    stage.enter(Stage.wordle(), room: "lunch", mode: .race, players: ["ana", "ben"])
    func happen(_ seq: Int, _ event: (EventPlace) -> Event, _ text: String) {
      stage.happen(.heard(event(EventPlace(room: "lunch", seq: seq)), text: text))
    }
    happen(2, { .presence(Presence(place: $0, change: .away, player: "ben")) }, "ben has lost the connection")
    happen(3, { .presence(Presence(place: $0, change: .entered, player: "ana")) }, "ana is here")
    happen(4, { .round(Round(place: $0, number: 1, board: Stage.wordle())) }, "Round 1 has begun.\n🟩")
    happen(5, { .paused(Paused(place: $0, player: "ben", isPaused: true)) }, "ben pauses the round")
    #expect(
      stage.app.rooms["lunch"]?.talk.map(\.text) == [
        "ben has lost the connection", "Round 1 has begun.", "ben pauses the round",
      ])
  }

  @Test("A selection without a find is reported by the board's notes, and the prompt stays")
  func miss() {
    var stage = Stage()
    var board = PointerTests.field
    board.notes = ["0/1 found"]
    stage.enter(board)
    board.notes = ["0/1 found", "1 miss"]
    let moved = Moved(place: EventPlace(room: "wordle", seq: 2), player: "ana", turn: ["hit": false], board: board)
    stage.happen(.heard(.moved(moved)))
    #expect(stage.app.room?.complaint == nil && stage.app.room?.shakenAt != nil)
    #expect(stage.app.room?.board?.prompt == board.prompt && stage.text.contains("1 miss"))
    board.rows[0].tiles = "🟪⬜⬜⬜"
    board.notes = ["1/1 found", "1 miss"]
    let found = Moved(place: EventPlace(room: "wordle", seq: 3), player: "ana", turn: ["hit": true], board: board)
    stage.happen(.heard(.moved(found)))
    #expect(stage.app.room?.complaint == nil)
  }

  @Test("Escape and a key joined by a slow link are both handled")
  func escapeAndKey() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.press(.alt("t"))
    #expect(stage.text.contains("Statistics"))
  }

  @Test("An unknown command is sent to the server, and its answer is shown")
  func commands() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.type("/create lunch wordle race code=tacos size=10 hard")
    stage.press(.enter)
    let question = Question.command("/create lunch wordle race code=tacos size=10 hard", room: "wordle")
    #expect(stage.asked.last == question)
    let failure = Failure(code: "unknown_type", message: "There is no command /create here.")
    stage.happen(.answered(question, .failure(failure)))
    #expect(stage.text.contains("There is no command /create here."))
    let limits = Question.command("/limits", room: nil)
    stage.happen(.answered(limits, .success(.object("limits", ["drawn": "one\ntwo\nthree"]))))
    #expect(stage.lines[0].contains("/limits") && stage.lines.contains("  two"))
  }

  @Test("After a command typed over a board, letters are a move again")
  func focus() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.type("/who")
    stage.press(.enter)
    stage.type("crane")
    stage.press(.enter)
    #expect(stage.moves == ["crane"])
    stage.press(.tab)
    stage.type("/who")
    stage.press(.enter)
    stage.type("bully")
    stage.press(.enter)
    #expect(stage.moves == ["crane", "bully"])
    #expect(!stage.asked.contains { $0.type == "say" })
  }

  @Test("A letter after a refused word begins a new one; other keys edit it")
  func newWord() throws {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.type("xxxxx")
    stage.press(.enter)
    let failure = Failure(code: "not_in_word_list", message: "Not in word list.")
    stage.happen(.answered(try #require(stage.lastMove), .failure(failure)))
    #expect(stage.app.room?.draft.text == "xxxxx")
    stage.type("crane")
    #expect(stage.app.room?.draft.text == "crane")
    stage.press(.enter)
    stage.happen(.answered(try #require(stage.lastMove), .failure(failure)))
    stage.press(.backspace)
    stage.type("k")
    #expect(stage.app.room?.draft.text == "crank")
  }

  @Test("Esc leads from a room to the lobby, whatever came before")
  func escape() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.enter(Stage.wordle(), room: "lunch", mode: .race)
    stage.press(.escape)
    #expect(stage.app.place == .lobby)
  }

  @Test("Without a link only countdowns wake the program")
  func offline() {
    var stage = Stage()
    stage.app.shell.now = 60_000
    stage.happen(.heard(.link(.lost(.closedByServer))))
    stage.press(.escape)
    stage.app.shell.now = 120_500
    stage.happen(.tick)
    #expect(stage.app.nextChange.map { $0 > 100 } ?? true)
    stage.happen(.heard(.link(.retrying(in: .seconds(4)))))
    #expect(stage.app.nextChange.map { $0 > 100 } == true)
  }

  @Test("Back in its rooms, the client refreshes the lobby")
  func back() throws {
    var stage = Stage()
    let hello = try #require(stage.app.hello)
    stage.happen(.heard(.link(.lost(.closedByServer))))
    stage.happen(.heard(.link(.online(hello))))
    func asked() -> Int { stage.asked.count { $0.type == "rooms" } }
    let before = asked()
    stage.happen(
      .heard(.resumed(Joined(room: "patio", seq: 1, viewer: "ana", game: nil, mode: nil, state: .talking, players: [])))
    )
    stage.app.shell.now += 600
    stage.happen(.tick)
    #expect(asked() == before + 1)
  }

  @Test("Copying puts the share text into the clipboard, and prints it at exit")
  func copying() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.happen(
      .heard(
        .finished(
          Finished(
            place: EventPlace(room: "wordle", seq: 2), player: "ana", outcome: ["won": true, "tries": 1],
            share: "Parlor Wordle 324 1/6\n\n🟩🟩🟩🟩🟩", praise: "Genius"))))
    #expect(stage.text.contains("Genius! Solved in 1"))
    stage.press(.control("y"))
    #expect(stage.app.linesAtExit == ["Parlor Wordle 324 1/6\n\n🟩🟩🟩🟩🟩"])
    #expect(stage.effects.contains { if case .copy = $0 { true } else { false } })
    #expect(Clipboard.sequence("hello") == "\u{1B}]52;c;aGVsbG8=\u{07}")
  }

  @Test("When sorting tiles, typed letters come first, and only a second Enter sends the unchanged row")
  func sorting() {
    var stage = Stage()
    stage.enter(PointerTests.tiles)
    stage.press(.enter)
    #expect(stage.moves == [])
    stage.press(.enter)
    #expect(stage.moves == ["bca"])
    stage.press(.left, .character(" "), .right, .character(" "))
    #expect(stage.moves == ["bca", "1 2"])
  }

  @Test("Any keys in any order are handled, at any size", arguments: 0..<12)
  func anyKeys(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    func next(_ bound: Int) -> Int { generator.number(below: bound) }
    var stage = Stage(width: [1, 12, 40, 80][seed % 4], height: [1, 5, 15, 24][seed / 3], isAnimated: true)
    stage.enter([Stage.wordle([("crane", "⬛🟨⬛⬛🟩")]), PointerTests.field, PointerTests.tiles][seed % 3])
    let keys: [Key] = [
      .enter, .tab, .backTab, .escape, .up, .down, .left, .right, .backspace, .pageDown, .home, .end, .control("s"),
      .control("n"), .control("y"), .function(1), .function(2), .function(3), .delete,
    ]
    for _ in 0..<600 {
      switch next(4) {
      case 0: stage.press(keys[next(keys.count)])
      case 1:
        stage.happen(
          .input(.mouse(Mouse(act: [.press, .drag, .release, .wheelUp][next(4)], x: next(90), y: next(30)))))
      default: stage.press(.character(Array("abcdefghijklmnopqrstuvwxyz ?/123é")[next(33)]))
      }
      stage.app.shell.now += next(50)
      _ = stage.app.frame()
    }
    #expect(!stage.lines.isEmpty)
  }
}
