import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

/// Problems that players have met.
@Suite("Former problems in rooms")
struct StumbleTests {
  private let place = EventPlace(room: "wordle", seq: 2)

  private func solved(_ stage: inout Stage, viewer: String = "ana") {
    let outcome: JSONObject = ["won": true, "tries": 1]
    let finished = Finished(
      place: place, player: viewer, outcome: outcome, share: "Parlor Wordle 324 1/6", praise: "Genius")
    stage.happen(.heard(.finished(finished)))
  }

  // MARK: - Guests

  @Test("A guest who leaves a finished daily is asked for a name; a named player is not")
  func asksForName() {
    var stage = Stage()
    var joined = Joined(
      room: "wordle", seq: 1, viewer: "guest-1", game: "wordle", mode: .daily, state: .playing, players: [])
    (joined.board, joined.players, joined.playerCount) = (Stage.wordle(), ["guest-1"], 1)
    stage.happen(.answered(.request("join", ["room": "wordle"]), .success(.of(joined))))
    solved(&stage, viewer: "guest-1")
    #expect(stage.app.dialog == nil)
    stage.press(.escape)
    #expect(stage.text.contains("Keep this result?"))
    stage.type("eva")
    stage.press(.enter)
    #expect(stage.asked.last == .login(name: "eva", token: nil))
    var named = Stage()
    named.enter(Stage.wordle())
    named.app.shell.name = "ana"
    solved(&named)
    named.press(.escape)
    #expect(named.app.dialog == nil)
  }

  @Test("A guest who declined is not asked for a name again")
  func asksOnce() {
    var stage = Stage()
    for isAsked in [true, false] {
      var joined = Joined(
        room: "wordle", seq: 1, viewer: "guest-1", game: "wordle", mode: .daily, state: .playing, players: [])
      (joined.board, joined.players, joined.playerCount) = (Stage.wordle(), ["guest-1"], 1)
      stage.happen(.answered(.request("join", ["room": "wordle"]), .success(.of(joined))))
      solved(&stage, viewer: "guest-1")
      stage.press(.escape)
      #expect((stage.app.dialog != nil) == isAsked)
      stage.press(.escape)
      #expect(stage.app.dialog == nil)
    }
  }

  @Test("A login reports what became of the guest's results")
  func guestResults() {
    var stage = Stage(width: 120)
    let result = LoginAnswer.GuestResult(
      game: "wordle", puzzle: 324, isCarried: true, message: "Wordle 324 is yours now")
    stage.happen(
      .answered(
        .login(name: "ana", token: nil), .success(.login(LoginAnswer(you: "ana", token: nil, guestResults: [result])))))
    #expect(stage.text.contains("You are ana. Wordle 324 is yours now."))
  }

  // MARK: - Watching

  private func watching(_ room: String = "wordle") -> Stage {
    var stage = Stage()
    stage.press(.character("w"))
    #expect(stage.asked.last == .request("join", ["room": .string("wordle"), "watching": true]))
    var joined = Joined(room: room, seq: 1, viewer: "ana", game: "wordle", mode: .daily, state: .watching, players: [])
    (joined.players, joined.playerCount) = (["ben"], 1)
    stage.happen(.heard(.joined(joined)))
    stage.happen(.answered(.request("join", ["room": .string(room), "watching": true]), .success(.of(joined))))
    return stage
  }

  @Test("A watcher of a daily sees that in the title, and Enter plays")
  func enterPlays() {
    var stage = watching()
    #expect(stage.lines[0].contains("watching"))
    #expect(stage.text.contains("↵ play"))
    stage.press(.enter)
    #expect(stage.asked.last?.type == "join" && stage.asked.last?["room"] == "wordle")
  }

  @Test("Watching ends with leaving the room, and the lobby's Enter plays")
  func watchingEnds() {
    var stage = watching()
    stage.press(.escape)
    #expect(stage.asked.contains { $0.type == "leave" && $0["room"] == "wordle" })
    #expect(stage.app.place == .lobby)
    stage.press(.enter)
    #expect(stage.asked.last?.type == "join" && stage.asked.last?["room"] == "wordle")
  }

  // MARK: - Typing

  @Test("After a refused move a slash begins a command")
  func slashAfterRefusal() throws {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.type("bullx")
    stage.press(.enter)
    stage.happen(
      .answered(try #require(stage.lastMove), .failure(Failure(code: "not_in_word_list", message: "Not in word list"))))
    #expect(stage.text.contains("Not in word list"))
    stage.type("/who")
    #expect(!stage.text.contains("Not in word list"), "the row that it was about is empty")
    stage.press(.enter)
    #expect(stage.asked.last?["text"] == "/who" && stage.moves == ["bullx"])
  }

  @Test("Text typed after a finished daily is not sent as talk before Tab; commands work")
  func noTalkAfterDaily() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.app.shell.name = "ana"
    solved(&stage)
    stage.type("crane")
    stage.press(.enter)
    #expect(!stage.asked.contains { $0.type == "say" })
    #expect(stage.app.room?.talkLine.text == "")
    stage.type("/who")
    stage.press(.enter)
    #expect(stage.asked.last?["text"] == "/who")
    stage.press(.tab)
    stage.type("hola")
    stage.press(.enter)
    #expect(stage.asked.last?.type == "say" && stage.asked.last?["text"] == "hola")
  }

  // MARK: - Boards

  private func field(_ tiles: [String], letters: String) -> Board {
    Board(
      title: "Field 324", rows: tiles.map { Board.Row(letters: letters, tiles: $0) }, prompt: "Find a word",
      gestures: [Gesture(.drag, "{x1} {y1} {x2} {y2}")], isGrid: true)
  }

  @Test("Highlights of the last word do not carry over to the next grid")
  func nextField() {
    var stage = Stage()
    stage.enter(field(["⬜⬜⬜", "⬜⬜⬜"], letters: "abc"), room: "field")
    var next = field(["⬜⬜⬜", "⬜⬜⬜"], letters: "xyz")
    next.completed = Board.Completed(caption: "All found", rows: field(["🟩🟩⬜", "⬜⬜⬜"], letters: "abc").rows)
    stage.happen(
      .heard(
        .moved(
          Moved(
            place: EventPlace(room: "field", seq: 2), player: "ana", turn: ["found": 1], board: next))))
    #expect(stage.app.room?.lit.isEmpty == false)
    stage.press(.enter)
    #expect(stage.app.room?.completed == nil)
    #expect(stage.app.room?.lit.isEmpty == true)
    #expect(stage.text.contains("Find a word"))
  }

  @Test("Stacked empty tiles are distinguishable in windows of every height", arguments: Array(15...40))
  func pillars(height: Int) throws {
    var stage = Stage(width: 120, height: height, look: .colour)
    stage.enter(Stage.wordle())
    let room = try #require(stage.app.room)
    let layout = try #require(RoomView(shell: stage.app.shell, room: room).layout.board)
    let (upper, lower) = (layout.place(of: BoardCell(x: 2, y: 1)), layout.place(of: BoardCell(x: 2, y: 2)))
    guard let upper, let lower else { return }
    let frame = stage.app.frame()
    let isApart = lower.y > upper.bottom
    let isMarked = (upper.x..<upper.right).contains { frame[$0, upper.y + upper.height / 2].text == "_" }
    #expect(isApart || isMarked)
    #expect(isApart || upper.height == 1, "a tile of several lines without a gap is a pillar")
  }

  @Test("A game without rows shows drawn cards, the table, the turn and the hand")
  func cards() throws {
    func board(_ hand: String, lies: [String], toMove: String) -> Board {
      var board = Board(title: "High Card", rows: [], prompt: "You hold \(hand)", notes: lies)
      board.seats = [Board.Seat(number: 1, player: "ana", score: 0), Board.Seat(number: 2, player: "ben", score: 0)]
      board.toMove = [toMove]
      return board
    }
    for (width, height) in [(120, 30), (80, 24), (60, 20), (40, 15)] {
      var stage = Stage(width: width, height: height)
      let dealt = board("3, 17, 20", lies: [], toMove: "ana")
      stage.enter(dealt, room: "corner", mode: .together, players: ["ana", "ben"])
      #expect(stage.text.contains("You hold 3, 17, 20") && stage.text.contains("▸ana 0"), "\(stage.text)")
      stage.type("17")
      stage.press(.enter)
      #expect(stage.moves == ["17"])
      let own = Moved(
        place: EventPlace(room: "corner", seq: 2), player: "ana", turn: ["card": 17, "drawn": 9],
        board: board("3, 20, 9", lies: ["17 lies"], toMove: "ben"))
      stage.happen(.answered(try #require(stage.lastMove), .success(.of(own))))
      stage.happen(.heard(.moved(own), text: "card 17  drawn 9\nYou hold 3, 20, 9"))
      for part in ["You hold 3, 20, 9", "17 lies", "drawn 9", "▸ben 0"] {
        #expect(stage.text.contains(part), "\(part) at \(width)x\(height): \(stage.text)")
      }
      var theirs = Moved(
        place: EventPlace(room: "corner", seq: 3), player: "ben", turn: ["card": 12],
        board: board("3, 20, 9", lies: [], toMove: "ana"))
      theirs.remark = "plays 12"
      stage.happen(.heard(.moved(theirs), text: "ben plays 12\nYou hold 3, 20, 9"))
      #expect(stage.text.contains("ben plays 12"), "\(stage.text)")
    }
  }

  // MARK: - Dialogs, replays, terminals

  @Test("A new-room dialog offers the settings of the chosen game, from the server's schema")
  func settings() {
    var stage = Stage(width: 100)
    stage.press(.character("n"))
    #expect(stage.asked.last?.type == "schema" && stage.asked.last?["game"] == "wordle")
    let hard: JSON = ["properties": ["hard": ["type": "boolean"]]]
    stage.happen(
      .answered(
        .request("schema", ["of": "settings", "game": "wordle"]),
        .success(.of(SchemaAnswer(of: "settings", game: "wordle", schema: hard)))))
    for _ in 1...4 { stage.press(.tab) }
    #expect(stage.text.contains("Such as hard time=60 seed=7"), "\(stage.text)")
    for _ in 1...3 { stage.press(.backTab) }
    stage.press(.right)
    #expect(stage.asked.last?.type == "schema" && stage.asked.last?["game"] == "field")
    let size: JSON = [
      "properties": ["size": ["type": "integer", "minimum": 5, "maximum": 30], "set": ["enum": ["words", "file"]]]
    ]
    stage.happen(
      .answered(
        .request("schema", ["of": "settings", "game": "field"]),
        .success(.of(SchemaAnswer(of: "settings", game: "field", schema: size)))))
    for _ in 1...3 { stage.press(.tab) }
    #expect(stage.text.contains("size=5…30 set=words|file") && !stage.text.contains("hard"), "\(stage.text)")
    stage.type("size=7 seed=3")
    stage.press(.enter)
    let settings: JSON = ["size": 7]
    #expect(stage.asked.last?.type == "create" && stage.asked.last?.fields["settings"] == settings)
    #expect(stage.asked.last?.fields["game"] == "field" && stage.asked.last?.fields["seed"] == 3)
  }

  @Test("An event at a table is shown in a replay by its name, not as a cell")
  func replayedEvents() {
    #expect(ShellFormat.move(["$": "begin", "players": [123, 75]]) == "begin")
  }

  @Test("Before a keycap, whose width varies between terminals, both its cells are blanked")
  func keycaps() {
    var frame = Frame(width: 10, height: 1)
    frame.put("abcdef", 0, 0)
    var next = frame
    next.put("1️⃣", 2, 0)
    let bytes = String(decoding: ScreenDrawing.bytes(from: frame, to: next, .full), as: UTF8.self)
    #expect(bytes.contains("  \u{1B}[1;3H1️⃣"))
  }
}
