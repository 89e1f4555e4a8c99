import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Pages of what is looked up")
struct LookupTests {
  private func command(_ line: String, in room: String? = nil) -> Command {
    Command.read(line, in: room, games: ["wordle", "field"])
  }

  private func lookup(_ line: String) -> Lookup? {
    if case .lookUp(let lookup) = command(line) { lookup } else { nil }
  }

  @Test("Each page has a command")
  func commands() {
    #expect(lookup("/limits") == .limits)
    #expect(lookup("/opened 2026-11-19") == .opened(day: "2026-11-19"))
    #expect(lookup("/words wordle crane") == .words(game: "wordle", list: nil, after: "crane"))
    #expect(lookup("/words wordsearch list=es gato") == .words(game: "wordsearch", list: "es", after: "gato"))
    #expect(lookup("/replay 12") == .replay(match: "12"))
    #expect(lookup("/scores") == .scores(before: nil))
    #expect(lookup("/score 262") == .score(262))
    #expect(
      lookup("/add-score 265 2022-03-11 watch stair watch token=h1")
        == .addScore(Score(id: 265, date: "2022-03-11", word: "watch", tries: ["stair", "watch"]), token: "h1"))
    #expect(lookup("/delete-score 262 token=h1") == .deleteScore(262, token: "h1"))
    #expect(lookup("/reset-scores") == .resetScores(token: nil))
    #expect(lookup("/trials ana") == .trials(player: "ana"))
    #expect(lookup("/trial-report crane ana") == .trialReport(name: "crane", player: "ana"))
  }

  @Test("What is missing is told with an example", arguments: ["words", "opened", "replay", "score", "trial-report"])
  func missing(name: String) {
    guard case .wrong(let why) = command("/\(name)") else {
      Issue.record("nothing is said")
      return
    }
    #expect(why.hasPrefix("Something is missing: /\(name) "))
  }

  @Test("Words of the channel's commands come in any order")
  func anyOrder() {
    if case .shares(let filter) = command("/shares 2026-11-20 ben wordle") {
      #expect(filter == SharesFilter(game: "wordle", player: "ben", day: "2026-11-20"))
    } else {
      Issue.record("no shares")
    }
    if case .calendar(let month, let player, let game) = command("/calendar ben 2026-10 wordle") {
      #expect(month == Month("2026-10") && player == "ben" && game == "wordle")
    } else {
      Issue.record("no calendar")
    }
    if case .leaderboard("worldle", .month, false, true) = command("/leaderboard claimed month worldle") {
    } else {
      Issue.record("no leaderboard")
    }
    if case .ask(.shareMatch("12")) = command("/share 12") {} else { Issue.record("no match is shared") }
    if case .ask(.share("lunch", nil)) = command("/share lunch") {} else { Issue.record("no room's match is shared") }
  }

  @Test("A word behind a game is a setting of its daily, behind a room its code")
  func joining() {
    if case .ask(.join("wordle", nil, ["hard": true])) = command("/join wordle hard") {
    } else {
      Issue.record("no setting")
    }
    if case .ask(.join("lunch", "tacos", nil)) = command("/join lunch tacos") {} else { Issue.record("no code") }
  }

  @Test("A page scrolls, goes on with o, and goes back with Esc")
  func reading() {
    var stage = Stage(width: 40, height: 15)
    stage.press(.character("/"))
    stage.type("words wordle")
    stage.press(.enter)
    let first = Lookup.words(game: "wordle", list: nil, after: nil)
    func words(_ prefix: String) -> JSON { .array((0..<200).map { .string("\(prefix)\(1000 + $0)") }) }
    stage.happen(.answered(.lookUp(first), .success(.object(["words": words("a"), "more": true]))))
    #expect(stage.text.contains("Words of wordle"))
    #expect(stage.text.contains("a1000") && !stage.text.contains("a1199"))
    stage.press(.end)
    #expect(stage.text.contains("a1199"))
    stage.press(.character("o"))
    guard case .lookUp(let next)? = stage.asked.last else {
      Issue.record("nothing more is asked for")
      return
    }
    #expect(next == .words(game: "wordle", list: nil, after: "a1199"))
    stage.happen(.answered(.lookUp(next), .success(.object(["words": words("b"), "more": false]))))
    stage.press(.end)
    #expect(stage.text.contains("b1199"))
    stage.press(.escape)
    #expect(stage.app.place == .lobby)
  }

  @Test("A puzzle that was opened is held against what was committed to when its day began")
  func opened() {
    let entry: JSON = ["puzzle": ["answer": "bully"], "nonce": "0123456789abcdef"]
    let hash = "sha256:d2e5a5dcc7cbd7a9c5ab1d0ac61c4a2c5e5fd40db9ed7a5f9cc7bcd6b2f3f8f4"
    let real = Commitment.hash(nonce: "0123456789abcdef", puzzle: ["answer": "bully"])
    func told(_ known: String?) -> [String] {
      PageWords.lines(
        of: ["opened": ["wordle": entry]], .opened(day: "2026-11-20"),
        commitments: known.map { ["2026-11-20": ["wordle": $0]] } ?? [:])
    }
    #expect(told(real).prefix(2) == ["wordle: bully", "  It is the puzzle that was committed to when the day began."])
    #expect(told(hash)[1] == "  IT IS NOT the puzzle that was committed to!")
    #expect(told(nil)[1].hasPrefix("  \(real): compare it"))
  }

  @Test("At midnight the puzzles that are opened are held against what was heard the day before")
  func midnight() {
    let hash = Commitment.hash(nonce: "00ff", puzzle: ["answer": "bully"])
    func told(after heard: String) -> String {
      var stage = Stage(width: 120)
      stage.app.commitments = ["2026-11-20": ["wordle": heard]]
      let opened = OpenedAnswer(
        day: "2026-11-20", puzzles: ["wordle": ["puzzle": ["answer": "bully"], "nonce": "00ff"]])
      let day = NewDay(day: "2026-11-21", nextDaySeconds: 86_400, commitments: [:], opened: opened)
      stage.happen(.heard(.newDay(day)))
      return stage.lines.last ?? ""
    }
    #expect(told(after: hash).contains("Yesterday's were those that were committed to."))
    #expect(told(after: "sha256:x").contains("Yesterday's were NOT those that were committed to"))
  }

  @Test("A server that changes what it has committed to is found out, also by the next run")
  func changed() {
    var stage = Stage()
    let kept = ["2026-11-20": ["wordle": "sha256:other"]]
    stage.app.commitments = ["2026-11-20": ["wordle": "sha256:heard"]]
    stage.happen(
      .answered(.keepCommitments([:], day: "2026-11-20", epoch: "e"), .success(.commitments(kept))))
    #expect(stage.text.contains("This server has changed what today's Wordle was committed to."))
    #expect(stage.app.commitments == kept)
  }

  @Test("A match is told move by move")
  func replay() {
    let lines: JSON = [
      ["type": "replay_header", "game": "wordle", "mode": "daily", "day": "2026-11-20"],
      ["type": "replay_move", "player": "ben", "move": ["guess": "crane"], "elapsed_ms": 61_000],
      [
        "type": "replay_outcome", "player": "ben", "won": true, "tries": 1, "elapsed_ms": 61_000,
        "share": "Parlor Wordle 324 1/6\n\n🟩🟩🟩🟩🟩",
      ],
    ]
    #expect(
      PageWords.lines(of: ["lines": lines], .replay(match: "9"), commitments: [:]) == [
        "wordle · daily · 2026-11-20", "", "1:01  ben  crane", "", "ben: solved in 1 after 1:01", "",
        "Parlor Wordle 324 1/6", "", "🟩🟩🟩🟩🟩",
      ])
  }
}
