import GameKit
import Testing
import WireProtocol

@Suite("Game modules")
struct GameModuleTests {
  private let module = GameModule(TallySource())
  private let player = PlayerID(1)

  private func match(_ puzzle: JSON = 5, _ fields: JSONObject = [:]) throws -> Match {
    try module.match(puzzle: puzzle, settings: module.settings(from: fields))
  }

  @Test("Omitted fields keep their defaults, in the order of their declaration")
  func defaults() throws {
    #expect(try module.settings(from: [:]).text == #"{"most":9,"name":"tally","strict":false}"#)
    #expect(try module.settings(from: ["strict": true, "most": 3]).text == #"{"most":3,"name":"tally","strict":true}"#)
  }

  @Test(
    "Unknown fields, wrong types and values out of range are refused and named",
    arguments: [
      (["size": 3], "Tally has no setting \"size\"; it has most, name, strict"),
      (["most": 0], "most is a number from 1 to 99"),
    ] as [(JSONObject, String)])
  func refusals(fields: JSONObject, message: String) {
    #expect(throws: Rejection.badSettings(message)) { try module.settings(from: fields) }
  }

  @Test(
    "A value of the wrong type is refused with the field's name",
    arguments: [["most": "3"], ["strict": 1], ["name": .null], ["most": 2.5], ["most": [1]]] as [JSONObject])
  func wrongType(fields: JSONObject) throws {
    let error = try #require(throws: Rejection.self) { try module.settings(from: fields) }
    #expect(error.code == "bad_settings")
    #expect(fields.members.allSatisfy { error.message.contains($0.key) })
  }

  @Test("A game without settings says so")
  func noSettings() throws {
    #expect(try JSON(encoding: NoSettings()) == [:])
  }

  @Test(
    "A rejected move changes nothing, even if the game changed itself before it threw",
    arguments: ["10", "13", "x", "", "99999999999999999999"])
  func rejectedMove(text: String) throws {
    var match = try match()
    _ = try match.play(.text("1"), by: player, at: .zero)
    let before = match.board(for: .seat(player))
    #expect(throws: Rejection.self) { try match.play(.text(text), by: player, at: .zero) }
    #expect(match.board(for: .seat(player)) == before)
    #expect(try match.play(.text("2"), by: player, at: .zero).turn.open["tries"] == 2)
  }

  @Test("Attempting a move does not play it")
  func attempt() throws {
    var match = try match()
    _ = try match.play(.text("1"), by: player, at: .zero)
    let (before, hash) = (match.board(for: .seat(player)), match.stateHash)
    let attempted = try match.attempt(.text("2"), by: player, at: Elapsed(milliseconds: 7))
    #expect(match.board(for: .seat(player)) == before && match.stateHash == hash)
    #expect(attempted.after.board(for: .seat(player)).notes == ["1", "2"])
    #expect(attempted.elapsed == Elapsed(milliseconds: 7))
    _ = try match.replay(attempted.move, by: player, at: attempted.elapsed)
    #expect(match.stateHash == attempted.after.stateHash && hash != match.stateHash)
  }

  @Test("A typed move that the game's Codable type cannot decode is a bad move")
  func typedMove() throws {
    var match = try match()
    let document = JSONDocument()
    for (text, isMove) in [(#"{"say":5}"#, true), (#"{"say":"5"}"#, false), ("{}", false), ("[]", false), ("7", false)]
    {
      try document.parse(Array(text.utf8))
      if isMove {
        let played = try match.play(.typed(document.root), by: player, at: .zero)
        #expect(played.move.text == text)
      } else {
        let fresh = try self.match()
        let error = #expect(throws: Rejection.self) {
          var copy = fresh
          _ = try copy.play(.typed(document.root), by: player, at: .zero)
        }
        #expect(error?.code == "bad_move")
      }
    }
  }

  @Test("No move is accepted after the outcome")
  func gameOver() throws {
    var match = try match(5)
    #expect(match.outcome(for: player) == nil)
    _ = try match.play(.text("5"), by: player, at: .zero)
    #expect(match.outcome(for: player)?.won == true)
    #expect(throws: Rejection.gameOver) { try match.play(.text("6"), by: player, at: .zero) }
  }

  @Test("A logged match replays to the same board, without checking the vocabulary again")
  func replay() throws {
    var (played, replayed) = (try match(), try match())
    let turn = try played.play(.text("4"), by: player, at: .zero)
    #expect(try replayed.replay(turn.move, by: player, at: .zero) == turn.turn)
    #expect(replayed.board(for: .informed) == played.board(for: .informed))
    // 13 is outside the present vocabulary, but within the rules.
    var lenient = try match(5, ["most": 20])
    #expect(throws: Never.self) { try lenient.replay(["say": 13], by: player, at: .zero) }
    #expect(throws: Rejection.self) { try replayed.replay(["say": 10], by: player, at: .zero) }
    #expect(replayed.board(for: .informed) == played.board(for: .informed))
  }

  @Test("A stored puzzle of another game is refused")
  func badPuzzle() {
    #expect(throws: Rejection.self) { try match("five") }
    #expect(throws: Rejection.self) { try module.match(puzzle: 5, settings: ["most": "x"]) }
  }

  @Test("Days and seeds are passed to the source, and excluded puzzles are not dealt")
  func sources() throws {
    let settings = try module.settings(from: [:])
    let key = SeasonKey(hashing: [])
    #expect(try module.match(on: Day(number: 324), season: key, settings: settings).puzzle() == 324)
    #expect(try module.match(seed: 47, settings: settings).puzzleKey == PuzzleKey("7"))
    #expect(throws: Rejection.noPuzzlesLeft) {
      try module.match(seed: 47, settings: settings, excluding: [PuzzleKey("7")])
    }
  }

  @Test("The secret part of a turn and of an outcome is only for viewers who may know it")
  func halves() throws {
    var match = try match(5)
    let turn = try match.play(.text("5"), by: player, at: .zero).turn
    #expect(JSON.object(turn.open).text == #"{"tries":1}"#)
    #expect(JSON.object(turn.full).text == #"{"said":5,"tries":1}"#)
    let outcome = try #require(match.outcome(for: player))
    #expect(JSON.object(outcome.fields(informed: false)).text == #"{"won":true,"tries":1,"shown":1}"#)
    #expect(JSON.object(outcome.fields(informed: true)).text == #"{"won":true,"tries":1,"shown":1,"hidden":5}"#)
  }
}
