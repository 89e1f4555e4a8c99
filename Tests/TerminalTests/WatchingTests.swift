import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Other players' boards, and completed grids")
struct WatchingTests {
  private func watching(_ board: Board, width: Int = 80, height: Int = 24, mode: ModeKind = .race) -> Stage {
    var stage = Stage(width: width, height: height)
    var joined = Joined(room: "cafe", seq: 1, viewer: "kim", game: "wordle", mode: mode, state: .watching, players: [])
    (joined.players, joined.playerCount) = (["ana", "ben"], 2)
    joined.boards = [PlayerBoard(player: "ana", board: board), PlayerBoard(player: "ben", board: board)]
    stage.happen(.answered(.request("join", ["room": "cafe", "watching": true]), .success(.of(joined))))
    return stage
  }

  private func moved(
    _ player: String, _ seq: Int, _ turn: JSONObject, _ board: Board?, _ remark: String? = nil
  ) -> AppEvent {
    var moved = Moved(place: EventPlace(room: "cafe", seq: seq), player: player, turn: turn, board: board)
    moved.remark = remark
    return .heard(.moved(moved))
  }

  private func field(_ notes: [String]) -> Board {
    var field = PointerTests.field
    (field.gestures, field.notes) = ([], notes)
    return field
  }

  @Test("A watcher of a race sees whole boards, move by move and in the next round", arguments: Window.sizes)
  func race(width: Int, height: Int) {
    var stage = watching(Stage.wordle(), width: width, height: height)
    stage.happen(moved("ana", 2, ["tiles": "⬛🟨⬛⬛🟩"], Stage.wordle([("     ", "⬛🟨⬛⬛🟩")])))
    stage.happen(moved("ben", 3, ["tiles": "🟩🟩🟩🟩⬛"], Stage.wordle([("     ", "🟩🟩🟩🟩⬛")])))
    #expect(stage.app.room?.watched.map(\.name) == ["ana", "ben"])
    #expect(stage.text.contains("ana") && stage.text.contains("ben"))
    #expect(stage.text.contains("watching") || width < 70)
    // Signs of tiles without letters: side by side, or below each other.
    for sign in ["#", "+", "·"] { #expect(stage.text.contains(sign), "\(sign)") }
    let place = EventPlace(room: "cafe", seq: 4)
    stage.happen(.heard(.round(Round(place: place, number: 2, board: Stage.wordle(), endsInSeconds: nil))))
    #expect(stage.app.room?.state == .watching && stage.app.room?.board == nil)
    #expect(stage.app.room?.watched.allSatisfy { $0.board?.rows == Stage.wordle().rows } == true)
    #expect(!stage.text.contains("#"))
  }

  @Test("The number of players equals the list, after returns, absences and leaving")
  func howManyAreHere() {
    var stage = Stage(width: 100, height: 30)
    var joined = Joined(room: "cafe", seq: 1, viewer: "kim", game: "wordle", mode: .race, state: .playing, players: [])
    // After a restart the others are not connected yet, but have their seats.
    (joined.players, joined.playerCount) = (["ana", "ben", "kim"], 1)
    stage.happen(.answered(.request("join", ["room": "cafe"]), .success(.of(joined))))
    #expect(stage.app.room?.playerCount == 3)
    var seq = 1
    func told(_ player: String, _ change: Presence.Change) -> Int? {
      seq += 1
      let place = EventPlace(room: "cafe", seq: seq)
      stage.happen(.heard(.presence(Presence(place: place, change: change, player: player))))
      return stage.app.room?.playerCount
    }
    #expect(told("ana", .back) == 3)
    #expect(told("ana", .away) == 2)
    #expect(told("ana", .away) == 2)
    #expect(told("ben", .left) == 1)
    #expect(told("ana", .left) == 1)
    #expect(told("dan", .entered) == 2)
  }

  @Test("Watchers of a race see whole grids, with each player's progress", arguments: Window.sizes)
  func fields(width: Int, height: Int) {
    var stage = watching(field(["grid 1/3"]), width: width, height: height)
    stage.happen(
      moved("ben", 2, ["hit": true, "found": 1, "targets": 2, "challenge": 2], field(["grid 2/3"]), "found a word"))
    let text = stage.text.replacing(" ", with: "")
    #expect(text.contains("ABCD"))
    #expect(stage.text.contains("ben found a word"), "no tiles over the words")
    stage.press(.right)
    #expect(stage.app.room?.watched.map(\.name) == ["ben", "ana"])
    stage.press(.left, .left)
    #expect(stage.app.room?.watched.map(\.name) == ["ben", "ana"])
    #expect(stage.text.contains("grid 1/3") && stage.text.contains("grid 2/3"))
  }

  @Test("A grid of ten rows is visible completely in the smallest window, and replaced by the talk while writing")
  func tenRows() {
    var field = field(["grid 1/3"])
    field.rows = (0..<10).map { row in
      Board.Row(
        letters: String("abcdefghij".dropFirst(row).prefix(1)) + "qqqqqqqqq", tiles: String(repeating: "⬜", count: 10))
    }
    var stage = watching(field, width: 40, height: 15)
    let text = stage.text
    #expect(text.contains("ana") && text.contains("and 1 more"))
    for row in 1...10 { #expect(text.contains("\(row)  "), "row \(row)\n\(text)") }
    stage.press(.tab)
    stage.type("hello")
    #expect(stage.text.contains("say › hello") && stage.text.contains("2 here"))
  }

  @Test("A watcher of a shared board sees it change")
  func together() {
    var stage = Stage()
    var joined = Joined(
      room: "cafe", seq: 1, viewer: "kim", game: "wordle", mode: .together, state: .watching, players: [])
    joined.board = field(["0/2 found"])
    stage.happen(.answered(.request("join", ["room": "cafe", "watching": true]), .success(.of(joined))))
    stage.happen(moved("ben", 2, ["hit": true], field(["1/2 found"])))
    #expect(stage.text.contains("1/2 found") && stage.text.contains("You are watching"))
  }

  @Test("Beside one's own grid rivals have a row of tiles per grid, one tile per word")
  func rivals() {
    var stage = Stage()
    stage.enter(PointerTests.field, room: "cafe", mode: .race, players: ["ana", "ben"])
    stage.happen(moved("ben", 2, ["hit": true, "found": 1, "targets": 1, "challenge": 1], nil))
    stage.happen(
      moved("ben", 3, ["hit": true, "found": 2, "targets": 3, "challenge": 2], nil, "found a word (2 of 3)"))
    #expect(stage.app.room?.others.first?.rows.map(\.tiles) == ["🟩", "🟩🟩⬜"])
    #expect(stage.text.contains("# # _") && stage.text.contains("found a word (2 of 3)"))
    stage.happen(moved("ben", 4, ["hit": false, "challenge": 3], nil, "missed"))
    #expect(stage.app.room?.others.first?.rows.count == 2 && stage.text.contains("missed"))
    stage.happen(moved("ben", 4, ["skipped": true, "challenge": 2], nil))
    #expect(stage.app.room?.others.first?.rows.map(\.tiles) == ["🟩", "🟩🟩⬛"])
    #expect(stage.app.room?.board == PointerTests.field, "one's own stays")
  }

  /// A completed grid, with the next one in its place.
  private var next: Board {
    var next = field(["grid 2/3"])
    next.rows = ["mnop", "qrst", "uvwx"].map { Board.Row(letters: $0, tiles: "⬜⬜⬜⬜") }
    (next.prompt, next.gestures) = ("Find the next one", PointerTests.field.gestures)
    let rows = ["abcd", "efgh", "ijkl"].map { Board.Row(letters: $0, tiles: $0 == "abcd" ? "🟪🟪🟪🟪" : "⬜⬜⬜⬜") }
    next.completed = Board.Completed(caption: "house is la casa", rows: rows)
    return next
  }

  private func completed(mode: ModeKind, by player: String, width: Int = 80, height: Int = 24) -> Stage {
    var stage = Stage(width: width, height: height)
    stage.enter(PointerTests.field, room: "cafe", mode: mode, players: ["ana", "ben"])
    let turn: JSONObject = ["hit": true, "word": "abcd", "from": [0, 0], "to": [3, 0], "found": 1, "targets": 1]
    stage.happen(moved(player, 2, turn, next))
    return stage
  }

  @Test("A completed grid is shown with its result until a key is pressed", arguments: Window.sizes)
  func finishedField(width: Int, height: Int) {
    for (mode, player) in [(ModeKind.race, "ana"), (.together, "ben")] {
      var stage = completed(mode: mode, by: player, width: width, height: height)
      #expect(stage.text.contains("<A>") && stage.text.contains("house is la casa"))
      #expect(stage.text.contains("↵ goes on"))
      #expect(stage.app.room?.lit.count == 4 && !stage.text.contains("Find the next one"))
      stage.press(.enter)
      #expect(!stage.text.contains("house is la casa") && stage.text.contains("Find the next one"))
      #expect(stage.app.room?.pointer.anchor == nil && stage.app.place == .room("cafe"), "the key did nothing else")
    }
  }

  @Test("Letters typed over a completed grid are for the next one, and so is another player's move")
  func afterFinishedField() {
    var stage = completed(mode: .together, by: "ana")
    stage.type("mn")
    #expect(stage.text.contains("› mn") && stage.app.room?.completed == nil)
    stage = completed(mode: .together, by: "ana")
    var moved = next
    moved.completed = nil
    stage.happen(self.moved("ben", 3, ["hit": false], moved))
    #expect(stage.app.room?.completed == nil && stage.text.contains("Find the next one"))
    stage = Stage()
    stage.enter(PointerTests.field, room: "cafe", mode: .together, players: ["ana", "ben"])
    stage.type("mn")
    let turn: JSONObject = ["hit": true, "word": "abcd", "from": [0, 0], "to": [3, 0], "found": 1, "targets": 1]
    stage.happen(self.moved("ben", 2, turn, next))
    stage.press(.enter)
    #expect(stage.moves == ["mn"], "what was begun before the field was done is sent all the same")
    stage = completed(mode: .race, by: "ana")
    stage.happen(.input(.mouse(Mouse(act: .press, x: 20, y: 10))))
    #expect(stage.app.room?.completed == nil && stage.app.room?.pointer.anchor == nil, "a click on what is gone")
  }

  @Test("After a win in a small window the statistics replace the keyboard")
  func statistics() throws {
    var stage = Stage(width: 40, height: 15)
    stage.enter(Stage.wordle([("crane", "🟩🟩🟩🟩🟩")]))
    let place = EventPlace(room: "wordle", seq: 3)
    let outcome: JSONObject = ["won": true, "tries": 1]
    stage.happen(
      .heard(.finished(Finished(place: place, player: "ana", outcome: outcome, share: "", praise: "Genius"))))
    let stats = StatsAnswer(
      player: "ana", game: "wordle", played: 5, won: 4, streak: 2, bestStreak: 3,
      distribution: [.init(name: "1", count: 1), .init(name: "4", count: 3)],
      average: 3.25)
    stage.happen(.answered(try #require(stage.asked.last { $0.type == "stats" }), .success(.of(stats))))
    #expect(stage.text.contains("played 5 · won 80 % · streak 2"))
    #expect(stage.text.contains("1:  2:  3:  4:  5:  6:  X:") && stage.text.contains("1   0   0   3   0   0   1"))
  }
}

extension WatchingTests {
  /// The windows in which everything must be visible.
  enum Window { static let sizes = [(40, 15), (80, 24), (200, 50)] }
}
