import GameKit
import Testing
import WireProtocol

@testable import DailySort

@Suite("DailySort's rules")
struct DailySortTests {
  private static let misses = [
    "lates", "setal", "stale", "least", "steal", "slate", "teals", "astel", "elats",
  ]

  @Test(
    "An arrangement is judged letter by letter: in its place or elsewhere",
    arguments: [
      // word, scramble, arrangement, tiles
      ("tales", "lates", "lates", "🟨🟩🟨🟩🟩"),
      ("tales", "lates", "setal", "🟨🟨🟨🟨🟨"),
      ("tales", "lates", "tales", "🟩🟩🟩🟩🟩"),
      ("tales", "lates", "TASEL", "🟩🟩🟨🟩🟨"),
      // Two equal letters are interchangeable.
      ("allow", "wolla", "lalow", "🟨🟨🟩🟩🟩"),
      ("allow", "wolla", "allow", "🟩🟩🟩🟩🟩"),
      ("banana", "nabana", "ananab", "🟨🟨🟨🟨🟨🟨"),
      ("banana", "nabana", "bnaaan", "🟩🟨🟨🟩🟨🟨"),
      ("freedom", "modeerf", "freedmo", "🟩🟩🟩🟩🟩🟨🟨"),
    ])
  func tiles(word: String, scramble: String, arrangement: String, tiles: String) throws {
    var play = try Play(word, scramble: scramble)
    let turn = try play.type(arrangement)
    #expect(turn.open["tiles"] == .string(tiles))
    #expect(turn.secret["letters"] == .string(arrangement.lowercased()))
    #expect(turn.spentTry)
  }

  @Test(
    "A text that is no permutation of the letters is refused and spends no try",
    arguments: [
      "tale", "taless", "talex", "aaaaa", "tâles", "🟩🟩🟩🟩🟩", "ta-les", String(repeating: "t", count: 16_000),
    ])
  func permutationsOnly(text: String) throws {
    var play = try Play(after: ["setal"])
    let before = play.game.board(for: .seat(ana))
    #expect(throws: Rejection("not_these_letters", "Use exactly the letters L A T E S")) { try play.type(text) }
    #expect(play.game.board(for: .seat(ana)) == before)
    #expect(try play.type("tales").open["tries"] == 2)
  }

  @Test("A repeated arrangement is refused and spends no try, however it was made")
  func repeats() throws {
    var play = try Play(after: ["setal"])
    #expect(throws: Rejection("already_tried", "You have tried SETAL before")) { try play.type("SETAL") }
    #expect(play.refusal(".") == "already_tried")
    try play.type("1 2")
    try play.type("2 1")
    #expect(play.refusal(".") == "already_tried")
    #expect(try play.type("lates").open["tries"] == 2)
  }

  @Test("A swap is shown to the player, is not judged and spends no try")
  func swaps() throws {
    var play = try Play()
    let turn = try play.type("1 3")
    #expect(turn.spentTry == false)
    #expect(JSON.object(turn.secret).text == #"{"row":"tales"}"#)
    let board = play.game.board(for: .seat(ana))
    #expect(board.rows.map(\.letters) == ["tales"])
    #expect(board.rows.map(\.tiles) == ["⬜⬜⬜⬜⬜"])
    #expect(board.notes == ["try 1"])
    #expect(play.game.outcome(for: ana) == nil)
    #expect(try play.type(".").open["tries"] == 1)
    #expect(play.game.outcome(for: ana)?.won == true)
  }

  @Test("A swap shows others only that the player is sorting", arguments: ["1 3", "2 5"])
  func swapsAreSecret(line: String) throws {
    var play = try Play()
    let before = play.game.board(for: .outsider)
    #expect(JSON.object(try play.type(line).open).text == #"{"sorting":true}"#)
    #expect(play.game.board(for: .outsider) == before)
  }

  @Test(
    "A swap needs two different tiles of the row",
    arguments: ["0 1", "1 6", "3 3", "-1 2", "9223372036854775807 1", "-9223372036854775808 -1"])
  func noSuchTile(line: String) throws {
    var play = try Play()
    let before = play.game.board(for: .seat(ana))
    #expect(
      throws: Rejection("no_such_tile", "Name two different tiles from 1 to 5, such as 1 3")
    ) { try play.type(line) }
    #expect(play.game.board(for: .seat(ana)) == before)
  }

  @Test("An arrangement becomes the working row")
  func workingRow() throws {
    var play = try Play(after: ["setal"])
    try play.type("1 2")
    #expect(play.game.board(for: .seat(ana)).rows.last?.letters == "estal")
    #expect(try play.type(".").secret["letters"] == "estal")
  }

  @Test(
    "Praise depends on the number of tries",
    arguments: [
      (1, "Genius"), (2, "Magnificent"), (3, "Impressive"), (4, "Splendid"), (5, "Great"), (6, "Nice"),
      (7, "Good effort"), (8, "You got it!"), (9, "Not bad"), (10, "Not bad"),
    ])
  func praise(tries: Int, praise: String) throws {
    let play = try Play(after: Self.misses.prefix(tries - 1) + ["tales"])
    let outcome = try #require(play.game.outcome(for: ana))
    #expect(outcome.praise == praise)
    #expect(outcome.tries == tries)
    #expect(outcome.won)
  }

  @Test("Fewer tries score more, and a solution always scores")
  func score() throws {
    let all = try Self.permutations(of: "tales").filter { $0 != "tales" }
    var last = Int.max
    for tries in 1...30 {
      let score = try #require(Play(after: all.prefix(tries - 1) + ["tales"]).game.outcome(for: ana)).score
      #expect(score >= 1 && (score < last || last == 1), "\(tries) tries")
      last = score
    }
  }

  @Test("The definition comes with the outcome and the last turn, for viewers who may know the word")
  func meaning() throws {
    var play = try Play(after: ["setal"])
    let turn = try play.type("tales")
    #expect(turn.remark == "noun: Stories told by the fire. Example: Her tales grew longer every winter.")
    let outcome = try #require(play.game.outcome(for: ana))
    #expect(JSON.object(outcome.fields(informed: false)).text == #"{"won":true,"tries":2}"#)
    #expect(
      JSON.object(outcome.fields(informed: true)).text
        == #"{"won":true,"tries":2,"word":"tales","part":"noun","definition":"Stories told by the fire.","example":"Her tales grew longer every winter."}"#
    )
  }

  @Test("The share text has tries and colours, byte for byte, and no letter")
  func share() throws {
    let grid = try #require(Play(after: ["lates", "setal", "tales"]).game.outcome(for: ana)).grid
    #expect(
      grid.text(title: "DailySort", label: "324") == """
        Parlor DailySort 324 · 3 tries

        🟨🟩🟨🟩🟩
        🟨🟨🟨🟨🟨
        🟩🟩🟩🟩🟩
        """)
    #expect(try Play(after: ["tales"]).game.outcome(for: ana)?.grid.headline == "· 1 try")
  }

  @Test("Tries are unlimited; boards and share texts show the last twenty of them")
  func manyTries() throws {
    let all = try Self.permutations(of: "tales").filter { $0 != "tales" }
    #expect(all.count == 119)
    var play = try Play()
    for (index, letters) in all.enumerated() {
      #expect(try play.type(letters).open["tries"] == .int(index + 1))
      #expect(play.game.board(for: .seat(ana)).rows.count == min(20, index + 1) + 1)
    }
    try play.type("tales")
    let outcome = try #require(play.game.outcome(for: ana))
    #expect(outcome.tries == 120)
    #expect(outcome.grid.headline == "· 120 tries")
    #expect(outcome.grid.rows.count == 20 && outcome.grid.rows.last == "🟩🟩🟩🟩🟩")
    #expect(play.game.board(for: .seat(ana)).rows.map(\.letters) == all.suffix(19) + ["tales"])
  }

  @Test("No move is accepted after the end", arguments: ["tales", "setal", "1 2", "."])
  func end(line: String) throws {
    var play = try Play(after: ["tales"])
    #expect(throws: Rejection.gameOver) { try play.type(line) }
  }

  @Test("An outsider's board shows colours and no letter, from the scramble to the end")
  func outsiders() throws {
    var play = try Play()
    for line in ["", "setal", "1 2", "lates", "tales"] {
      if !line.isEmpty { try play.type(line) }
      let board = play.game.board(for: .outsider)
      #expect(board.rows.allSatisfy { $0.letters == "     " }, "after \(line)")
      #expect(board.rows.map(\.tiles) == play.game.board(for: .seat(ana)).rows.map(\.tiles))
      #expect(board.notes.count == 1 && board.keys.isEmpty, "after \(line)")
    }
    #expect(
      play.game.board(for: .informed).notes == [
        "3 tries", "tales, noun: Stories told by the fire.", "Her tales grew longer every winter.",
      ])
  }

  @Test("A board has a row for each try and the working row, with gestures, until the word is found")
  func boardShape() throws {
    var play = try Play()
    let first = play.game.board(for: .seat(ana))
    #expect(first.rows.map(\.letters) == ["lates"] && first.notes == ["try 1"])
    #expect(first.gestures == [Gesture(.swap, "{x1} {x2}"), Gesture(.key, "{letters}")])
    try play.type("tales")
    let last = play.game.board(for: .seat(ana))
    #expect(last.rows.map(\.tiles) == ["🟩🟩🟩🟩🟩"])
    #expect(last.prompt.isEmpty && last.gestures.isEmpty)
  }

  @Test("The first puzzle of a new order says so to everybody")
  func newOrder() throws {
    let puzzle = DailySort.Puzzle(word: "tales", scramble: "lates", meaning: .stories, beginsNewOrder: true)
    let game = DailySort(puzzle: puzzle, settings: NoSettings())
    for viewer in [Viewer.seat(ana), .outsider] {
      #expect(game.board(for: viewer).notes == ["try 1", "every word has come once: a new order begins"])
    }
  }

  @Test("The solution wins at the first try")
  func solution() throws {
    var play = try Play()
    for move in DailySort.solution(of: play.game.puzzle) { _ = try play.game.play(move, by: ana, at: .zero) }
    #expect(play.game.outcome(for: ana)?.tries == 1)
  }

  @Test(
    "A damaged puzzle is drawn for everybody, and nobody loses it",
    arguments: [("", ""), ("abc", "tales"), ("tales", ""), ("日本", "本日")])
  func brokenPuzzle(word: String, scramble: String) throws {
    var play = try Play(word, scramble: scramble)
    for line in ["tales", "1 2", ".", "日本", "x"] { _ = play.refusal(line) }
    for viewer in [Viewer.seat(ana), .informed, .outsider] {
      #expect(!play.game.board(for: viewer).rows.isEmpty)
    }
    #expect((play.game.outcome(for: ana)?.won ?? true) == true)
  }

  static func permutations(of text: String) throws -> [String] {
    guard let first = text.first else { return [""] }
    var found: Set<String> = []
    for rest in try permutations(of: String(text.dropFirst())) {
      for place in 0...rest.count {
        var letters = Array(rest)
        letters.insert(first, at: place)
        found.insert(String(letters))
      }
    }
    return found.sorted()
  }
}
