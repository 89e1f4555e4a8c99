import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Conveniences")
struct PleasureTests {
  private func said(_ text: String, _ seq: Int, room: String = "wordle") -> AppEvent {
    .heard(.said(Said(place: EventPlace(room: room, seq: seq), player: "ben", text: text)))
  }

  @Test("Rules and the meaning of colours are shown beside an unplayed board, and by the help key")
  func rules() throws {
    var stage = Stage(width: 100, height: 30)
    stage.enter(Stage.wordle())
    let question = try #require(stage.asked.first { $0["text"] == "/help wordle" })
    let drawn = "Wordle: Guess\n  Type any word.\n  🟩 right, in its place\n  /join wordle hard: more\n\n/join wordle"
    stage.happen(.answered(question, .success(.object("help", ["drawn": .string(drawn)]))))
    #expect(stage.text.contains("Type any word.") && stage.text.contains("[A] right, in its place"))
    #expect(!stage.text.contains("/join"))
    stage.press(.function(1))
    #expect(stage.lines[..<8].joined().contains("Type any word."))
    stage.press(.escape)
    stage.enter(Stage.wordle([("crane", "⬛🟨⬛⬛🟩")]))
    #expect(!stage.text.contains("Type any word."))
    #expect(stage.asked.count { $0["text"] == "/help wordle" } == 1, "asked for once")
  }

  @Test("Hints, keys and the talk can be clicked")
  func clicking() throws {
    var stage = Stage(width: 80, height: 24)
    stage.enter(Stage.wordle())
    func click(_ text: String) throws {
      let y = try #require(stage.lines.lastIndex { $0.contains(text) })
      let line = stage.lines[y]
      let x = try #require(line.firstRange(of: text)).lowerBound
      stage.happen(.input(.mouse(Mouse(act: .press, x: line.distance(from: line.startIndex, to: x), y: y))))
    }
    for letter in "crane" { try click(" \(letter) ") }
    #expect(stage.text.contains("› crane"))
    try click("↵ send")
    #expect(stage.moves == ["crane"])
    stage.happen(.input(.mouse(Mouse(act: .press, x: 70, y: 12))))
    #expect(stage.app.room?.isTalking == true)
    try click("tab board")
    #expect(stage.app.room?.isTalking == false)
    try click("esc lobby")
    #expect(stage.app.place == .lobby)
    try click("? help")
    #expect(stage.text.contains("Help"))
  }

  @Test("Every hint at the bottom of a screen begins with a key")
  func hints() {
    for hint in ["↵ play", "esc back", "tab talk", "^S share", "F2 shares", "? help", "space letter", "q quit"] {
      #expect(Key(hint: hint) != nil, "\(hint)")
    }
    #expect(Key(hint: "arrows+space swap") == nil && Key(hint: "1-6 👍") == nil)
  }

  @Test("Talk scrolls back, has times, and marks unread lines")
  func talk() {
    var stage = Stage(width: 160, height: 24)
    stage.app.startOfClock = 14 * 3600 + 5 * 60
    stage.enter(Stage.wordle([("crane", "⬛🟨⬛⬛🟩")]))
    for number in 1...60 { stage.happen(said("line \(number).", number + 1)) }
    #expect(stage.text.contains("14:05 ben: line 60."))
    #expect(!stage.text.contains("line 20."))
    for _ in 0..<8 { stage.press(.pageUp) }
    #expect(stage.text.contains("line 20.") && !stage.text.contains("line 60."))
    stage.happen(said("late", 62))
    #expect(stage.text.contains("1 new") && stage.text.contains("line 20."))
    for _ in 0..<12 { stage.press(.pageDown) }
    #expect(stage.text.contains("late") && stage.app.room?.unread == 0)
    stage.press(.escape)
    stage.happen(said("while away", 63))
    stage.press(.enter)
    let lines = stage.lines
    let mark = lines.firstIndex { $0.contains("── new") } ?? 0
    #expect(mark > 0 && lines[mark + 1].contains("while away"))
  }

  @Test("Beside a race others' tries are small tiles; a watcher sees their letters")
  func miniatures() {
    var stage = Stage(width: 80, height: 24)
    stage.enter(Stage.wordle(), room: "lunch", mode: .race, players: ["ana", "ben"])
    for (seq, tiles) in ["⬛🟨⬛⬛🟩", "🟩🟩⬛⬛🟩"].enumerated() {
      let place = EventPlace(room: "lunch", seq: seq + 2)
      stage.happen(.heard(.moved(Moved(place: place, player: "ben", turn: ["tiles": .string(tiles)], board: nil))))
    }
    #expect(stage.text.contains("· + · · #") && stage.text.contains("# # · · #"))
    let place = EventPlace(room: "lunch", seq: 4)
    let turn: JSONObject = ["tiles": "🟩🟩🟩🟩🟩", "guess": "bully"]
    stage.happen(.heard(.moved(Moved(place: place, player: "ben", turn: turn, board: nil))))
    #expect(stage.text.contains("[B][U][L][L][Y]"))
  }

  @Test("A race ends with its winner, the times and standings, which stay in the talk")
  func standings() {
    var stage = Stage(width: 140, height: 30)
    stage.enter(Stage.wordle(), room: "lunch", mode: .race, players: ["ana", "ben"])
    let place = EventPlace(room: "lunch", seq: 9)
    let standings = [
      RoundOver.Standing(
        place: 1, player: "ben", outcome: ["won": true, "tries": 3], elapsedMilliseconds: 41_000, wins: 1),
      RoundOver.Standing(place: 2, player: "ana", outcome: nil, elapsedMilliseconds: nil, wins: 0),
    ]
    let lines = ["Round 1 is over.", "1. ben solved in 3, 0:41", "2. ana has not finished"]
    stage.happen(
      .heard(
        .roundOver(RoundOver(place: place, number: 1, standings: standings, solution: nil, nextInSeconds: nil)),
        text: lines.joined(separator: "\n")))
    #expect(stage.text.contains("ben won the round"))
    let next = EventPlace(room: "lunch", seq: 10)
    stage.happen(.heard(.round(Round(place: next, number: 2, board: Stage.wordle(), endsInSeconds: nil))))
    #expect(stage.text.contains("1. ben solved in 3, 0:41"))
    #expect(stage.text.contains("2. ana has not finished"))
  }

  @Test("A solution of many words is shown completely")
  func solution() {
    var stage = Stage(width: 40, height: 15)
    stage.enter(PointerTests.field, room: "field", mode: .race)
    let words = ["rectángulo", "bolsillo", "muerte", "fallecimiento"]
    let over = RoundOver(
      place: EventPlace(room: "field", seq: 9), number: 1, standings: [],
      solution: words.map { ["word": .string($0)] }, nextInSeconds: nil)
    stage.happen(.heard(.roundOver(over)))
    for word in words { #expect(stage.text.contains(word)) }
  }

  @Test("After a daily its statistics are shown beside it, with bars for all numbers of tries and for losses")
  func statistics() throws {
    var stage = Stage(width: 80, height: 30)
    stage.enter(Stage.wordle([("crane", "🟩🟩🟩🟩🟩")]))
    let place = EventPlace(room: "wordle", seq: 3)
    let outcome: JSONObject = ["won": true, "tries": 1]
    stage.happen(
      .heard(.finished(Finished(place: place, player: "ana", outcome: outcome, share: "", praise: "Genius"))))
    let question = try #require(stage.asked.last { $0.type == "stats" })
    let stats = StatsAnswer(
      player: "ana", game: "wordle", played: 5, won: 4, streak: 2, bestStreak: 3,
      distribution: [.init(name: "1", count: 1), .init(name: "4", count: 3)],
      average: 3.25)
    stage.happen(.answered(question, .success(.of(stats))))
    #expect(stage.app.place == .room("wordle"))
    #expect(stage.text.contains("played 5 · won 80 %") && stage.text.contains("streak 2 · best 3"))
    #expect(Histogram(stats).bars.map(\.label) == ["1", "2", "3", "4", "5", "6", "X"])
    #expect(Histogram(stats).bars.map(\.count) == [1, 0, 0, 3, 0, 0, 1])
  }

  @Test("A found word is highlighted and named until the next move")
  func found() {
    var stage = Stage(width: 100, height: 24)
    stage.enter(PointerTests.field, room: "field", mode: .together)
    func move(_ seq: Int, _ remark: String, _ board: Board) {
      var moved = Moved(place: EventPlace(room: "field", seq: seq), player: "ana", turn: ["hit": true], board: board)
      moved.remark = remark
      stage.happen(.heard(.moved(moved)))
    }
    var board = PointerTests.field
    board.rows[0].tiles = "🟪🟪🟪🟪"
    move(2, "found abcd, 1 of 2", board)
    #expect(stage.app.room?.lit == Set((0...3).map { BoardCell(x: $0, y: 0) }))
    #expect(stage.text.contains("✓ found abcd, 1 of 2"))
    move(3, "tried E F: not a translation", board)
    #expect(stage.app.room?.lit == [] && !stage.text.contains("✓"))
  }

  @Test("Other players' moves are shown in the game's words or as values, without field names")
  func words() {
    var stage = Stage(width: 100, height: 24)
    stage.enter(Stage.wordle(), room: "lunch", mode: .race, players: ["ana", "ben"])
    func told(_ turn: JSONObject, _ remark: String?) -> String? {
      var moved = Moved(place: EventPlace(room: "lunch", seq: 2), player: "ben", turn: turn, board: nil)
      moved.remark = remark
      stage.happen(.heard(.moved(moved)))
      return stage.app.room?.others.first { $0.name == "ben" }?.remark
    }
    #expect(told(["row": "btrae", "hints": 1], "took a hint") == "took a hint" && stage.text.contains("took a hint"))
    #expect(told(["cell": "b2", "n": 3], nil) == "b2")
    #expect(ShellFormat.texts(["won": true, "tries": 3, "hints": 1, "word": "tales"]) == ["tales"])
  }

  @Test("Without a server the screen shows how to start one, and how to leave")
  func noServer() {
    var app = App(server: "localhost:7770")
    _ = app.update(.resized(width: 80, height: 24))
    _ = app.update(.heard(.link(.lost(.silent(.seconds(5))))))
    let text = app.frame().lines.joined(separator: "\n")
    #expect(text.contains("parlor-server") && text.contains("q or ^C leaves"))
  }
}
