import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import DailySort

@Suite("DailySort's moves")
struct MoveTests {
  @Test(
    "A line is an arrangement, two positions, or a dot",
    arguments: [
      ("tales", .arrange("tales")), ("TALES", .arrange("tales")), ("3 5", .swap(3, 5)), ("3,5", .swap(3, 5)),
      ("3, 5", .swap(3, 5)), ("5 3", .swap(3, 5)), (".", .submit), ("a.", .arrange("a.")),
    ] as [(String, DailySort.Move)])
  func parse(line: String, move: DailySort.Move) throws {
    #expect(try DailySort.parse(line) == move)
  }

  @Test(
    "Any other line is refused",
    arguments: ["", " ", "35", "1 2 3", "ta les", "3 x", "x 3", "1,2,3", "99999999999999999999 1", ", ,"])
  func noMoves(line: String) {
    let rejection = #expect(throws: Rejection.self) { try DailySort.parse(line) }
    #expect(rejection?.code == "bad_move")
  }

  @Test(
    "A move is read from JSON and written as in the log",
    arguments: [
      (.arrange("tales"), #"{"arrange":"tales"}"#), (.swap(3, 5), #"{"swap":[3,5]}"#),
      (.submit, #"{"submit":true}"#),
    ] as [(DailySort.Move, String)])
  func json(move: DailySort.Move, text: String) throws {
    #expect(try JSON(encoding: move).text == text)
    #expect(try JSON(parsing: text).decode(DailySort.Move.self) == move)
  }

  @Test(
    "Invalid JSON moves are refused as such",
    arguments: [
      "{}", "[]", "null", "7", #"{"submit":false}"#, #"{"submit":1}"#, #"{"swap":[1]}"#, #"{"swap":[1,2,3]}"#,
      #"{"swap":[1.5,2]}"#, #"{"swap":["1","2"]}"#, #"{"swap":"1 2"}"#, #"{"arrange":7}"#, #"{"arrange":["t"]}"#,
      #"{"guess":"tales"}"#,
    ])
  func brokenJSON(text: String) throws {
    let module = GameModule(try WordsFile.source.get())
    var match = try module.match(seed: 7, settings: module.settings(from: [:]), excluding: [])
    let before = match.board(for: .seat(ana))
    let document = JSONDocument()
    try document.parse(Array(text.utf8))
    let rejection = #expect(throws: Rejection.self) {
      try match.play(.typed(document.root), by: ana, at: .zero)
    }
    #expect(rejection?.code == "bad_move")
    #expect(match.board(for: .seat(ana)) == before)
  }

  @Test("Any typed line is answered, and only the word wins")
  func garbage() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("tales TALES.,-0123456789é\u{301}ß漢🟩\u{200D}ﬁ")
    var play = try Play()
    for _ in 0..<5000 where play.game.outcome(for: ana) == nil {
      let count = generator.number(below: 8)
      let line = String((0..<count).map { _ in alphabet[generator.number(below: alphabet.count)] })
      _ = play.refusal(line)
      #expect(play.game.row.sorted() == "aelst".sorted(), "seed \(seed): \(line)")
    }
    if let outcome = play.game.outcome(for: ana) { #expect(outcome.secret["word"] == "tales") }
  }
}
