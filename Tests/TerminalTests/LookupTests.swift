import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Pages of looked-up data")
struct LookupTests {
  @Test("A page scrolls, continues with o, and returns with Esc")
  func reading() {
    var stage = Stage(width: 40, height: 15)
    stage.press(.character("/"))
    stage.type("words wordle")
    stage.press(.enter)
    let first = Question.command("/words wordle", room: nil)
    #expect(stage.asked.last == first)
    func words(_ prefix: String, more: String?) -> Answer {
      let lines = (0..<200).map { "\(prefix)\(1000 + $0)" }
      let links: [JSON] =
        more.map {
          [
            [
              "role": "further", "key": "o", "text": "more",
              "request": ["type": "words", "game": "wordle", "after": .string($0)],
            ]
          ]
        } ?? []
      return .object("words", ["drawn": .string(lines.joined(separator: "\n")), "links": .array(links)])
    }
    stage.happen(.answered(first, .success(words("a", more: "a1199"))))
    #expect(stage.lines[0].contains("/words wordle"))
    #expect(stage.text.contains("a1000") && !stage.text.contains("a1199"))
    stage.press(.end)
    #expect(stage.text.contains("a1199"))
    stage.press(.character("o"))
    let next = Question.request("words", ["game": "wordle", "after": "a1199"])
    #expect(stage.asked.last == next)
    stage.happen(.answered(next, .success(words("b", more: nil))))
    stage.press(.end)
    #expect(stage.text.contains("b1199"))
    stage.press(.escape)
    #expect(stage.text.contains("a1199"))
    stage.press(.escape)
    #expect(stage.app.place == .lobby)
  }

  @Test("An opened puzzle is compared with the commitment of its day")
  func opened() {
    let entry: JSON = ["puzzle_data": ["answer": "bully"], "nonce": "0123456789abcdef"]
    let hash = "sha256:d2e5a5dcc7cbd7a9c5ab1d0ac61c4a2c5e5fd40db9ed7a5f9cc7bcd6b2f3f8f4"
    let real = Commitment.hash(nonce: "0123456789abcdef", puzzle: ["answer": "bully"])
    func told(_ known: String?) -> String? {
      let message = Message([
        "type": "opened", "day": "2026-11-20", "opened": ["wordle": entry], "drawn": "wordle: bully",
      ])
      return Page.lines(of: message, known.map { ["2026-11-20": ["wordle": $0]] } ?? [:]).last
    }
    #expect(told(real) == "wordle: It is the puzzle that was committed to when the day began.")
    #expect(told(hash) == "wordle: IT IS NOT the puzzle that was committed to!")
    #expect(told(nil)?.hasPrefix("wordle: \(real): compare it") == true)
  }

  @Test("At midnight opened puzzles are compared with the commitments of the day before")
  func midnight() {
    let hash = Commitment.hash(nonce: "00ff", puzzle: ["answer": "bully"])
    func told(after heard: String) -> String {
      var stage = Stage(width: 120)
      stage.app.shell.commitments = ["2026-11-20": ["wordle": heard]]
      let opened = OpenedAnswer(
        day: "2026-11-20", puzzles: ["wordle": ["puzzle_data": ["answer": "bully"], "nonce": "00ff"]])
      let day = NewDay(
        day: "2026-11-21", nextDaySeconds: 86_400, commitments: [:], openedDay: opened.day, opened: opened.puzzles)
      stage.happen(.heard(.newDay(day)))
      return stage.lines.last ?? ""
    }
    #expect(told(after: hash).contains("Yesterday's were those that were committed to."))
    #expect(told(after: "sha256:x").contains("Yesterday's were NOT those that were committed to"))
  }

  @Test("At midnight the room of a daily is renewed, and other pages stay open")
  func elsewhere() throws {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.press(.escape)
    let place = stage.app.shell.place
    stage.happen(.heard(.newDay(NewDay(day: "2026-11-21", nextDaySeconds: 86_400, commitments: [:]))))
    var joined = Joined(
      room: "wordle", seq: 9, viewer: "ana", game: "wordle", mode: .daily, state: .playing, players: [])
    joined.board = Stage.wordle()
    joined.puzzle = 325
    let question = try #require(stage.asked.last { $0.type == "join" })
    stage.happen(.heard(.joined(joined)))
    stage.happen(.answered(question, .success(.of(joined))))
    #expect(stage.app.shell.place == place && stage.app.shell.rooms["wordle"]?.puzzle == 325)
    stage.happen(.answered(question, .success(.of(joined))))
    #expect(stage.app.shell.place == .room("wordle"), "the player's own join")
  }

  @Test("A server that changes a commitment is detected, also by the next run")
  func changed() {
    var stage = Stage()
    let kept = ["2026-11-20": ["wordle": "sha256:other"]]
    stage.app.shell.commitments = ["2026-11-20": ["wordle": "sha256:heard"]]
    stage.happen(
      .answered(.keepCommitments([:], day: "2026-11-20", epoch: "e"), .success(.commitments(kept))))
    #expect(stage.text.contains("This server has changed what today's Wordle was committed to."))
    #expect(stage.app.commitments == kept)
  }

  @Test("A match is shown move by move")
  func replay() {
    let lines: [JSON] = [
      ["type": "replay_header", "game": "wordle", "mode": "daily", "day": "2026-11-20"],
      ["type": "replay_move", "player": "ben", "text": "crane", "elapsed_ms": 61_000],
      [
        "type": "replay_outcome", "player": "ben", "won": true, "tries": 1, "elapsed_ms": 61_000,
        "share": "Parlor Wordle 324 1/6\n\n🟩🟩🟩🟩🟩",
      ],
    ]
    #expect(
      Page.lines(of: Message(["type": "replay"], attached: lines.map { Array($0.text.utf8) }), [:]) == [
        "wordle · daily · 2026-11-20", "", "1:01  ben  crane", "", "ben: solved in 1 after 1:01", "",
        "Parlor Wordle 324 1/6", "", "🟩🟩🟩🟩🟩",
      ])
  }

  @Test("A match of tries is replayed on boards, automatically or one try at a time")
  func replayOnBoards() throws {
    func move(_ player: String, _ word: String, _ tiles: String, _ time: Int) -> JSON {
      [
        "type": "replay_move", "player": .string(player), "turn": ["tiles": .string(tiles), "try": .string(word)],
        "text": .string(word), "elapsed_ms": .int(time),
      ]
    }
    func outcome(_ player: String, _ grid: String) -> JSON {
      ["type": "replay_outcome", "player": .string(player), "share": .string("Parlor Wordle\n\n" + grid)]
    }
    let lines: [JSON] = [
      ["type": "replay_header", "game": "wordle"], move("ben", "crane", "⬛⬛⬛⬛⬛", 5000),
      move("ana", "lucky", "🟨🟩⬛⬛🟩", 7000), move("ben", "bully", "🟩🟩🟩🟩🟩", 9000), outcome("ana", "🟨🟩⬛⬛🟩"),
      outcome("ben", "⬛⬛⬛⬛⬛\n🟩🟩🟩🟩🟩"),
    ]
    let attached = lines.map { Array($0.text.utf8) }
    var replay = try #require(Replay(attached, at: 1000))
    #expect(replay.players == ["ben", "ana"])
    #expect(replay.shown(at: 1000) == 0 && replay.nextAt(1000) == 1900)
    #expect(replay.shown(at: 2900) == 2 && replay.shown(at: 99_000) == 3 && replay.nextAt(99_000) == nil)
    #expect(replay.step(.left, at: 99_000) && replay.shown(at: 99_999) == 2)
    #expect(replay.board(of: "ben", after: 2).rows.map(\.letters).prefix(2) == ["crane", "     "])
    #expect(Replay([Array(#"{"type":"replay_move","player":"eva","text":"3 5"}"#.utf8)], at: 0) == nil)
    let help = #"{"type":"replay_move","player":"ben","move":{"give_up":true}}"#
    #expect(Replay(attached + [Array(help.utf8)], at: 1000)?.tries == replay.tries)

    var stage = Stage(width: 80, height: 24)
    stage.app.shell.open(.replay(match: "9"))
    stage.happen(.tick)
    let question = try #require(stage.asked.last { $0.type == "replay" })
    let json: JSONObject = ["type": "replay", "match": "9", "count": .int(attached.count)]
    stage.happen(.answered(question, .success(.message(Message(json, attached: attached)))))
    #expect(stage.text.contains("[B]") && stage.text.contains("0:09  ben: BULLY"))
    stage.press(.home)
    #expect(!stage.text.contains("[B]"))
    stage.press(.tab)
    #expect(stage.text.contains("0:05  ben  crane"))
  }
}
