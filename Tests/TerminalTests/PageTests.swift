import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Pages in the server's words")
struct PageTests {
  private static func link(
    _ text: String, _ request: JSON?, _ region: (line: Int, column: Int, width: Int)? = nil, key: String? = nil,
    lines: Int? = nil, form: [String]? = nil, copies: String? = nil, role: String? = nil
  ) -> JSON {
    var fields = JSONObject()
    fields["line"] = region.map { .int($0.line) }
    fields["column"] = region.map { .int($0.column) }
    fields["width"] = region.map { .int($0.width) }
    fields["lines"] = lines.map { .int($0) }
    fields["key"] = key.map { .string($0) }
    fields["text"] = .string(text)
    fields["request"] = request
    fields["form"] = form.map { .array($0.map(JSON.string)) }
    fields["copies"] = copies.map { .string($0) }
    fields["role"] = role.map { .string($0) }
    return .object(fields)
  }

  private static func answer(_ type: String, _ drawn: String, _ links: [JSON], _ more: JSONObject = [:]) -> Answer {
    var fields = more
    fields["drawn"] = .string(drawn)
    fields["links"] = .array(links)
    return .object(type, fields)
  }

  private static let leaderboard = answer(
    "leaderboard", "wordle · dailies\n 1. ana  5.0 points\n 2. ben  4.0 points",
    [
      link("statistics", ["type": "stats", "player": "ana", "game": "wordle"], (1, 0, 19)),
      link("statistics", ["type": "stats", "player": "ben", "game": "wordle"], (2, 0, 19)),
      link("period", ["type": "leaderboard", "game": "wordle", "period": "all"], key: "p"),
    ], ["game": "wordle", "period": "week", "bots": false])

  private func board(_ width: Int = 80, _ height: Int = 24) -> Stage {
    var stage = Stage(width: width, height: height)
    stage.press(.character("l"))
    stage.happen(.answered(stage.asked.last ?? .request(""), .success(Self.leaderboard)))
    return stage
  }

  @Test("A row is chosen and followed, and Esc comes back to it", arguments: [(20, 6), (40, 15), (80, 24), (200, 50)])
  func rows(width: Int, height: Int) {
    var stage = board(width, height)
    #expect(stage.asked.last == .request("leaderboard", ["game": "wordle", "limit": 100]))
    #expect(stage.lines.contains { $0.contains("▸") && $0.contains("1. ana") }, "\(stage.text)")
    #expect(width < 40 || stage.lines.last?.contains("↵ statistics") == true)
    stage.press(.down, .down, .enter)
    let asked = Question.request("stats", ["player": "ben", "game": "wordle"])
    #expect(stage.asked.last == asked)
    stage.happen(
      .answered(asked, .success(Self.answer("stats", "ben: 3 played\n2  🟩🟩 1\n3  🟩 1", [], ["game": "wordle"]))))
    #expect(stage.text.contains("ben: 3 played") && stage.lines[0].contains("Statistics"))
    stage.press(.escape)
    #expect(stage.lines.contains { $0.contains("▸") && $0.contains("2. ben") }, "\(stage.text)")
    stage.press(.escape)
    #expect(stage.app.place == .lobby)
  }

  @Test("A page of the same kind replaces the one before, and Tab leads to the next game's")
  func sameKind() {
    var stage = board()
    stage.press(.character("p"))
    let all = Question.request("leaderboard", ["game": "wordle", "period": "all"])
    #expect(stage.asked.last == all)
    stage.happen(.answered(all, .success(Self.leaderboard)))
    stage.press(.tab)
    #expect(
      stage.asked.last == .request("leaderboard", ["period": "week", "bots": false, "game": "field"]))
    stage.press(.escape)
    #expect(stage.app.place == .lobby)
  }

  @Test("A form says what the chosen line says; Esc leads from a list that it has filtered to the whole one")
  func filtered() {
    var stage = board()
    let links = [
      Self.link("come back", ["type": "login", "token": ""], (0, 0, 30), form: ["token"]),
      Self.link("filter", ["type": "scores"], key: "f", form: ["month"], role: "further"),
    ]
    stage.press(.character("p"))
    let question = stage.asked.last ?? .request("")
    stage.happen(.answered(question, .success(Self.answer("scores", "Come back with a token  262", links))))
    stage.press(.enter)
    #expect(stage.text.contains("Come back with a token · 262"))
    stage.type("p1_7f")
    #expect(!stage.text.contains("7f"), "a token is not shown")
    stage.press(.escape, .character("f"))
    stage.type("2022-03")
    stage.press(.enter)
    let filtered = Question.request("scores", ["month": "2022-03"])
    #expect(stage.asked.last == filtered)
    stage.happen(.answered(filtered, .success(Self.answer("scores", "2022-03  262", links))))
    #expect(stage.text.contains("2022-03  262"))
    stage.press(.escape)
    #expect(stage.text.contains("Come back with a token"))
  }

  @Test("What a late answer shows does not replace a page that was opened since")
  func late() {
    var stage = board()
    stage.press(.enter)
    let late = stage.asked.last ?? .request("")
    stage.press(.escape, .character("h"))
    stage.happen(.answered(late, .success(Self.answer("stats", "a\nb\nc", []))))
    #expect(stage.text.contains("One moment…"))
  }

  @Test("An answer does not bring back to a page that was left, and closes no form")
  func left() {
    var stage = board()
    stage.press(.character("p"))
    let question = stage.asked.last ?? .request("")
    stage.press(.escape)
    stage.happen(.answered(question, .success(Self.leaderboard)))
    #expect(stage.app.place == .lobby)
    stage = board()
    stage.press(.character("p"), .character("/"))
    stage.happen(.answered(question, .success(Self.leaderboard)))
    #expect(stage.text.contains("Command"))
  }

  @Test("A row that is too wide is broken between its columns, and its further lines are indented")
  func narrowRows() {
    var stage = Stage(width: 40, height: 15)
    stage.press(.character("l"))
    let row = " 3. anabel  4.5 points, 3 of 4 won  performance 1612"
    let link = Self.link("statistics", ["type": "stats"], (1, 0, row.count))
    stage.happen(
      .answered(stage.asked.last ?? .request(""), .success(Self.answer("leaderboard", "wordle\n\(row)", [link]))))
    let first = stage.lines.firstIndex { $0.contains("3. anabel  4.5 points, 3 of 4 won") }
    #expect(first.map { stage.lines[$0 + 1].hasSuffix("     performance 1612") } == true, "\(stage.text)")
  }

  @Test("An answer of the page's type takes its place, however short it is")
  func shortPage() {
    var stage = board()
    stage.press(.tab)
    let question = stage.asked.last ?? .request("")
    stage.happen(.answered(question, .success(Self.answer("leaderboard", "Nobody yet", [], ["game": "field"]))))
    stage.press(.tab)
    #expect(stage.text.contains("Nobody yet") && stage.asked.last?["game"] == "wordle", "\(stage.text)")
  }

  @Test("Blocks side by side are walked with all arrows, and stacked where the window is narrow")
  func blocks() {
    let lines =
      "2026-11-20            2026-11-19            2026-11-18\n"
      + "Wordle 324 2/6        Wordle 323 X/6        Wordle 322 4/6"
    let links = [0, 22, 44].map { column in
      Self.link("replay", ["type": "replay", "match": .string("m\(column)")], (0, column, 14), lines: 2)
    }
    for width in [40, 80] {
      var stage = Stage(width: width, height: 15)
      stage.press(.character("h"))
      stage.happen(.answered(stage.asked.last ?? .request(""), .success(Self.answer("history", lines, links))))
      #expect((0..<3).allSatisfy { stage.text.contains("Wordle 32\(4 - $0)") }, "\(stage.text)")
      stage.press(width == 40 ? .down : .right, .enter)
      #expect(stage.asked.last == .request("replay", ["match": "m22"]))
      stage.press(width == 40 ? .up : .left, .enter)
      #expect(stage.asked.last == .request("replay", ["match": "m0"]))
    }
  }

  @Test("A click chooses a part, and a second one follows it")
  func clicks() {
    var stage = board()
    let click = AppEvent.input(.mouse(Mouse(act: .press, x: 6, y: 4)))
    stage.happen(click)
    #expect(stage.text.contains("▸ 2. ben"))
    stage.happen(click)
    #expect(stage.asked.last == .request("stats", ["player": "ben", "game": "wordle"]))
  }

  @Test("A link can copy a text, and one that lacks something opens its form")
  func otherLinks() {
    var stage = Stage()
    stage.press(.character("f"))
    let links = [
      Self.link("challenge", ["type": "challenge", "player": "kim", "game": ""], (1, 14, 3), form: ["game", "clock"]),
      Self.link("copy", nil, (1, 14, 3), key: "y", copies: "Parlor Wordle 324 2/6"),
      Self.link("seek", ["type": "seek", "game": ""], key: "s", form: ["game", "rated", "settings"]),
      Self.link("ask again", ["type": "seeks"], key: "r", role: "again"),
    ]
    stage.happen(
      .answered(.request("seeks"), .success(Self.answer("seeks", "Nobody looks\nIn the lobby: kim\n", links))))
    stage.press(.character("y"))
    guard case .copy("Parlor Wordle 324 2/6") = stage.effects.last else {
      Issue.record("nothing was copied")
      return
    }
    stage.press(.enter)
    stage.press(.down)
    stage.type("3+2")
    #expect(stage.text.contains("Challenge kim") && stage.text.contains("30s for each move"), "\(stage.text)")
    stage.press(.enter)
    let clock: JSON = ["match_s": 180, "increment_s": 2]
    let challenge = Question.request("challenge", ["player": "kim", "game": "wordle", "clock": clock])
    #expect(stage.asked.last == challenge)
    stage.happen(.answered(challenge, .success(.object("pairing", [:]))))
    stage.press(.character("s"), .down, .right, .down)
    stage.type("hard size=7")
    stage.press(.enter)
    let settings: JSON = ["hard": true, "size": 7]
    #expect(stage.asked.last == .request("seek", ["game": "wordle", "rated": false, "settings": settings]))
  }

  @Test("A form begins with what is usual, sends what differs, and says what a number may be")
  func usualValues() {
    var stage = Stage()
    stage.press(.character("f"))
    let arena: JSON = ["type": "create_arena", "game": ""]
    let form = Self.link("a new arena", arena, key: "a", form: ["game", "minutes", "bots"])
    stage.happen(.answered(.request("seeks"), .success(Self.answer("seeks", "Nobody looks", [form]))))
    stage.press(.character("a"))
    #expect(stage.text.contains("Minutes  60") && stage.text.contains("‹ no ›"), "\(stage.text)")
    stage.press(.down, .control("u"))
    stage.type("9o")
    stage.press(.enter)
    #expect(stage.text.contains("Minutes: a number from 10 to 180."), "\(stage.text)")
    stage.press(.control("u"))
    stage.type("60")
    stage.press(.down, .right, .enter)
    #expect(stage.asked.last == .request("create_arena", ["game": "wordle", "bots": true]))
  }

  @Test("A page that offers to ask again does so by itself, keeps the cursor, and others do not")
  func refreshing() {
    var stage = board()
    stage.app.shell.now = 20_000
    stage.happen(.tick)
    #expect(stage.asked.count { $0.type == "leaderboard" } == 1 && stage.app.nextChange == nil)
    stage.press(.escape, .character("f"))
    let links = [
      Self.link("a", ["type": "x"], (0, 0, 3)), Self.link("b", ["type": "x"], (1, 0, 3)),
      Self.link("ask again", ["type": "seeks"], key: "r", role: "again"),
    ]
    let seeks = Self.answer("seeks", "ana\nben\n", links)
    stage.happen(.answered(.request("seeks"), .success(seeks)))
    stage.press(.down)
    let asked = stage.asked.count { $0.type == "seeks" }
    stage.app.shell.now = 40_000
    stage.happen(.tick)
    #expect(stage.asked.count { $0.type == "seeks" } > asked)
    stage.happen(.answered(.request("seeks"), .success(seeks)))
    #expect(stage.text.contains("▸ben"), "\(stage.text)")
  }

  @Test("A past day's puzzle replaces an open one of the same game only")
  func pastDays() throws {
    var stage = Stage()
    func month() -> Answer {
      let request: JSON = ["type": "create", "game": "wordle", "mode": "practice", "day": "2026-11-19"]
      return Self.answer("calendar", "ana\n19⬜\n", [Self.link("play", request, (1, 0, 4))], ["game": "wordle"])
    }
    stage.press(.character("m"))
    stage.happen(.answered(stage.asked.last ?? .request(""), .success(month())))
    stage.press(.enter)
    let question = try #require(stage.asked.last)
    var joined = Joined(room: "p", seq: 1, viewer: "ana", game: "wordle", mode: .practice, state: .playing, players: [])
    (joined.board, joined.owner) = (Stage.wordle(), "ana")
    stage.happen(.answered(question, .success(.of(joined))))
    #expect(stage.app.place == .room("p"))
    stage.press(.function(5))
    stage.happen(.answered(stage.asked.last ?? .request(""), .success(month())))
    stage.press(.enter)
    #expect(stage.asked.suffix(2) == [.request("leave", ["room": "p"]), question])
    // Other practice is separate from past days.
    stage.app.shell.go(to: .lobby)
    stage.press(.character("p"))
    #expect(stage.asked.last == .request("create", ["game": "wordle", "mode": "practice"]))
  }
}
