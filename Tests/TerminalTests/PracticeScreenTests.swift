import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

/// Cards are played in a room: what its board offers is all that the terminal knows of them.
@Suite("Rooms of cards")
struct PracticeScreenTests {
  private static let sizes = [(40, 15), (40, 20), (80, 24), (200, 50)]

  private static let hidden: Board = {
    var board = Board(title: "Spanish", rows: [], prompt: "What does casa mean?", notes: ["2 due, 5 new"])
    board.actions = [
      Board.Action("show it", move: "?"), Board.Action("undo", move: "-"), Board.Action("mark", move: "*"),
    ]
    board.gestures = [Gesture(.enter, "?")]
    return board
  }()

  private static let turned: Board = {
    var board = Board(title: "Spanish", rows: [], prompt: "casa = house, home (noun)")
    let ratings = [("again, today", "1"), ("hard, 1 day", "2"), ("good, 4 days", "3"), ("easy, 16 days", "4")]
    board.choices = ratings.map { Board.Choice(text: $0.0, move: $0.1) }
    board.actions = [Board.Action("undo", move: "-")]
    board.gestures = [Gesture(.enter, "3")]
    return board
  }()

  private func studying(
    _ board: Board = PracticeScreenTests.hidden, _ width: Int = 80, _ height: Int = 24
  ) throws -> Stage {
    var stage = try Stage.learning(width: width, height: height)
    stage.press(.character("s"))
    let joined = Joined(
      room: "study", seq: 1, viewer: "ana", game: "cards", mode: .practice, state: .playing, players: ["ana"],
      owner: "ana", isSolo: true, board: board)
    try stage.answer("study", joined)
    return stage
  }

  private func move(to board: Board, remark: String? = nil, at stage: inout Stage) throws {
    let moved = Moved(
      place: EventPlace(room: "study", seq: 2), player: "ana", turn: [:], remark: remark, board: board)
    stage.happen(.heard(.moved(moved), text: remark))
    stage.happen(.answered(try #require(stage.lastMove), .success(.of(moved))))
  }

  @Test("A card is turned by the space bar and rated by a number", arguments: sizes)
  func rating(width: Int, height: Int) throws {
    var stage = try studying(Self.hidden, width, height)
    for part in ["What does casa mean?", "2 due, 5 new", "space show it"] {
      #expect(stage.text.contains(part), "\(part)\n\(stage.text)")
    }
    #expect(!stage.text.contains("tab talk") && !stage.text.contains("1 here"))
    stage.press(.character(" "))
    #expect(stage.moves == ["?"])
    try move(to: Self.turned, at: &stage)
    for part in ["casa = house, home (noun)", "1  again, today", "4  easy, 16 days"] {
      #expect(stage.text.contains(part), "\(part)\n\(stage.text)")
    }
    stage.press(.enter)
    #expect(stage.moves == ["?", "3"])
    try move(to: Self.hidden, at: &stage)
    stage.press(.character("-"))
    #expect(stage.moves.last == "-")
    stage.press(.escape)
    #expect(stage.app.place == .page)
  }

  @Test("An answer is typed; what was wrong is looked at first, and no key of the next card is taken meanwhile")
  func typing() throws {
    var stage = try studying()
    stage.type("hose - 2")
    stage.press(.enter)
    #expect(stage.moves == ["hose - 2"], "keys of actions are letters where something is typed")
    var next = Self.turned
    next.completed = Board.Completed(caption: "Right but for a slip: casa = house (hard, due 2026-11-22)", rows: [])
    try move(to: next, remark: "Right but for a slip: casa = house (hard, due 2026-11-22)", at: &stage)
    #expect(stage.text.contains("Right but for a slip: casa = house") && !stage.text.contains("again, today"))
    stage.press(.character("2"))
    #expect(stage.moves.count == 1 && stage.text.contains("2  hard, 1 day"))
    stage.press(.character("2"))
    #expect(stage.moves.last == "2")
  }

  @Test("What can be done about a wrong answer is offered with it, each by its key")
  func correcting() throws {
    var stage = try studying(Self.hidden, 40, 24)
    stage.type("hose")
    stage.press(.enter)
    var next = Self.hidden
    next.completed = Board.Completed(caption: "Wrong: casa = house (again, due 2026-11-20)", rows: [])
    next.completed?.actions = [Board.Action("I knew casa", move: "=good"), Board.Action("undo", move: "-")]
    try move(to: next, remark: "Wrong: casa = house (again, due 2026-11-20)", at: &stage)
    #expect(stage.text.contains("= I knew casa") && stage.text.contains("- undo"), "\(stage.text)")
    stage.press(.character("="))
    #expect(stage.moves == ["hose", "=good"] && stage.text.contains("What does casa mean?"))
  }

  @Test("In a narrow window a long question is whole, and so are the keys")
  func narrow() throws {
    var board = Self.hidden
    board.prompt = "What does the extraordinarily long-winded expression mean?"
    board.actions += [
      Board.Action("ask for the word", move: "~"), Board.Action("choices", move: "#"),
    ]
    let stage = try studying(board, 40, 24)
    let text = stage.lines.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
    #expect(text.contains(board.prompt), "\(stage.text)")
    for hint in ["space show it", "- undo", "* mark", "~ ask for the word", "# choices", "esc back", "? help"] {
      #expect(stage.text.contains(hint), "\(hint)\n\(stage.text)")
    }
  }

  @Test("Keys that come before the answer do nothing, and neither do signs that the card does not name")
  func early() throws {
    var stage = try studying()
    stage.press(.character(" "), .character("3"), .character(" "), .enter)
    #expect(stage.moves == ["?"])
    try move(to: Self.turned, at: &stage)
    stage.press(.character("#"))
    #expect(stage.text.contains("That key does nothing here"))
    stage.press(.character("3"), .character("3"))
    #expect(stage.moves == ["?", "3"])
    try move(to: Self.hidden, at: &stage)
    stage.type("house")
    stage.press(.enter)
    #expect(stage.moves == ["?", "3", "house"], "no early key has begun a text")
  }

  @Test("A key whose move is refused does not stay in the line")
  func refusedKey() throws {
    var stage = try studying(Self.turned)
    stage.press(.character("3"))
    let refused = Failure(code: "other_puzzle", message: "The cards were dealt anew meanwhile")
    stage.happen(.answered(try #require(stage.lastMove), .failure(refused)))
    #expect(stage.text.contains("The cards were dealt anew"))
    stage.press(.enter)
    #expect(stage.moves == ["3", "3"], "Enter is the key of the board again, and sends no text")
  }

  @Test("The judgement of a right answer is shown with the next card", arguments: sizes)
  func right(width: Int, height: Int) throws {
    var stage = try studying(Self.hidden, width, height)
    stage.type("house")
    stage.press(.enter)
    var next = Self.hidden
    next.prompt = "What does sol mean?"
    try move(to: next, remark: "Right: casa = house", at: &stage)
    #expect(stage.text.contains("Right: casa = house") && stage.text.contains("What does sol mean?"), "\(stage.text)")
  }

  @Test("Where no card is left the board says why, and nobody is talked to", arguments: sizes)
  func nothing(width: Int, height: Int) throws {
    let board = Board(title: "Spanish", rows: [], notes: ["Nothing more to study in Spanish today"])
    var stage = try studying(board, width, height)
    #expect(stage.text.contains("Nothing more to study"), "\(stage.text)")
    stage.press(.tab)
    stage.type("x")
    stage.press(.enter)
    #expect(!stage.asked.contains { $0.type == "say" })
  }

  @Test("p continues a run, N begins another, and a finished one is followed by the next")
  func runs() throws {
    var stage = try Stage.learning()
    stage.press(.character("p"))
    #expect(stage.asked.last?.type == "cards" && stage.asked.last?.fields == ["language": "Spanish"])
    stage = try Stage.learning()
    stage.press(.character("N"))
    #expect(stage.asked.last?.fields == ["language": "Spanish", "restart": true])
    var joined = Joined(
      room: "cards", seq: 1, viewer: "ana", game: "cards", mode: .practice, state: .playing, players: ["ana"],
      owner: "ana", isSolo: true, board: Self.hidden)
    (joined.state, joined.share, joined.outcome) = (.finished, "Parlor Cards 324 1/2\n\n🟨⬛", ["won": true])
    try stage.answer("cards", joined)
    for key in [Key.enter, .character("N")] {
      stage.press(key)
      #expect(stage.asked.last?.type == "start" && stage.asked.last?["room"] == "cards")
      stage.press(.control("s"))
    }
    #expect(stage.asked.last == .request("share", ["room": "cards"]))
  }

  @Test("An answer given after a restart waits for the room's description, and is not sent for another card")
  func heldAnswer() throws {
    for (prompt, isSent) in [(Self.hidden.prompt, true), ("What does sol mean?", false)] {
      var stage = try studying()
      let hello = Hello(server: "parlor", epoch: "f", you: "ana", day: "2026-11-20", lineBytes: 16_384, welcome: "")
      stage.happen(.heard(.link(.lost(.closedByServer))))
      stage.happen(.heard(.link(.online(hello))))
      stage.type("house")
      stage.press(.enter)
      #expect(stage.moves == [])
      var joined = Joined(
        room: "study", seq: 1, viewer: "ana", game: "cards", mode: .practice, puzzle: 7, state: .playing,
        players: ["ana"], owner: "ana", isSolo: true, board: Self.hidden)
      joined.board?.prompt = prompt
      stage.happen(.heard(.resynchronised(joined)))
      #expect(stage.moves == (isSent ? ["house"] : []) && stage.text.contains("asked by now") == !isSent)
      if isSent { #expect(stage.lastMove?.fields["puzzle"] == 7, "of the new description") }
      stage.press(.character("a"))
      #expect(isSent || stage.app.room?.draft.text == "a")
    }
  }

  @Test("A long choice is whole in a narrow window, below itself")
  func longChoice() throws {
    var board = Self.turned
    board.choices[0].text = "a translation that goes on and on, far beyond the width of the window"
    let stage = try studying(board, 40, 24)
    let text = stage.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("1 \(board.choices[0].text)"), "\(stage.text)")
    #expect(stage.text.contains("2  hard, 1 day"))
  }
}
