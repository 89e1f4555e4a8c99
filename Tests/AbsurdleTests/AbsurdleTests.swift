import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import Absurdle

@Suite("Absurdle")
struct AbsurdleTests {
  private let ana = PlayerID(1)

  private func game(_ words: String...) -> Absurdle {
    Absurdle(puzzle: Absurdle.Puzzle(name: "test", words: words.joined()), settings: NoSettings())
  }

  private func play(_ words: String..., on game: inout Absurdle) throws -> [String] {
    try words.map { word in
      _ = try game.play(.word(word), by: ana, at: .zero)
      return game.guesses.last?.tiles ?? ""
    }
  }

  @Test("A guess keeps the largest class of words, and the last word has to be guessed")
  func largest() throws {
    var game = game("hatch", "match", "latch", "nymph", "dizzy")
    #expect(try play("match", on: &game) == ["⬛🟩🟩🟩🟩"])
    #expect(game.possible.map(\.text) == ["hatch", "latch"])
    #expect(try play("latch", on: &game) == ["⬛🟩🟩🟩🟩"])
    #expect(game.outcome(for: ana) == nil)
    #expect(try play("hatch", on: &game) == ["🟩🟩🟩🟩🟩"])
    let outcome = try #require(game.outcome(for: ana))
    #expect(outcome.won && outcome.tries == 3 && outcome.score == 9)
    #expect(
      outcome.grid.text(title: "Absurdle", label: "324") == """
        Parlor Absurdle 324 3/∞

        ⬛🟩🟩🟩🟩
        ⬛🟩🟩🟩🟩
        🟩🟩🟩🟩🟩
        """)
  }

  @Test(
    "Of equally large classes the one with fewest greens is kept, then with fewest yellows, then the lowest number",
    arguments: [
      (["slate", "crane"], "slate", "crane"), (["crane", "vexes"], "slate", "vexes"),
      (["crane", "vexes", "nymph"], "slate", "nymph"), (["pious", "nymph"], "slate", "nymph"),
      // ⬛🟨⬛⬛⬛ has the number 3, ⬛⬛🟨⬛⬛ 9, ⬛⬛⬛🟨⬛ 27.
      (["tough", "pilch"], "slown", "pilch"), (["gulch", "thong"], "slaty", "gulch"),
    ])
  func ties(words: [String], guess: String, left: String) throws {
    var game = Absurdle(puzzle: Absurdle.Puzzle(name: "test", words: words.joined()), settings: NoSettings())
    _ = try play(guess, on: &game)
    #expect(game.possible.map(\.text) == [left])
  }

  @Test("The kept class is a largest one, and contains exactly the words that fit the colours")
  func classes() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    func word() -> String {
      String(decoding: (0..<5).map { _ in UInt8(ascii: "a") + UInt8(generator.number(below: 5)) }, as: UTF8.self)
    }
    for _ in 0..<100 {
      let words = Set((0..<60).map { _ in word() }).sorted()
      var game = Absurdle(puzzle: Absurdle.Puzzle(name: "test", words: words.joined()), settings: NoSettings())
      let guess = word()
      let tiles = try play(guess, on: &game)
      let classes = Dictionary(grouping: words) { LetterColours.tiles(of: guess, against: $0).map(\.rawValue) }
      #expect(game.possible.count == classes.values.map(\.count).max(), "seed \(seed)")
      #expect(game.possible.map(\.text) == classes[Array(tiles[0])], "seed \(seed)")
    }
  }

  @Test("Guessing possible words always ends with one word")
  func solution() throws {
    let words = ["brine", "crane", "crate", "drape", "fjord", "grape", "light", "might", "night", "trace", "wharf"]
    let list = Array(words.joined(separator: "\n").utf8)
    let source = AbsurdleSource(try GuessLists(answers: list, guesses: list))
    for seed in 0..<10 as Range<UInt64> {
      let puzzle = try source.puzzle(seed: seed, settings: NoSettings(), excluding: [])
      var game = Absurdle(puzzle: puzzle, settings: NoSettings())
      for move in Absurdle.solution(of: puzzle) { _ = try game.play(move, by: ana, at: .zero) }
      #expect(game.isWon && game.guesses.count <= words.count)
    }
  }

  @Test("Giving up tells how many words were left, and is a loss")
  func givingUp() throws {
    var game = game("hatch", "match", "latch")
    _ = try play("match", on: &game)
    _ = try game.play(.giveUp, by: ana, at: .zero)
    let outcome = try #require(game.outcome(for: ana))
    #expect(!outcome.won && outcome.grid.headline == "X/∞" && outcome.score == 0)
    #expect(outcome.praise == "2 words were left, such as HATCH")
    #expect(game.missed(by: ana).map(\.word.original) == ["hatch"])
    #expect(throws: Rejection.gameOver) { try play("hatch", on: &game) }
  }

  @Test("A long match shows its last guesses, and one row to type in")
  func longMatch() throws {
    var game = game("hatch", "match")
    for _ in 0..<30 { _ = try play("fjord", on: &game) }
    let board = game.board(for: .seat(ana))
    #expect(board.rows.count == 21 && board.rows.last == JudgedGuess.openRow)
    #expect(board.notes == ["guess 31"])
  }

  @Test("A damaged puzzle cannot be won and does not trap", arguments: ["", "abc", "NYMPH", "日本語", "cranesl"])
  func damaged(words: String) throws {
    var game = Absurdle(puzzle: Absurdle.Puzzle(name: "", words: words), settings: NoSettings())
    _ = try play("fjord", on: &game)
    _ = try game.play(.giveUp, by: ana, at: .zero)
    #expect(game.outcome(for: ana)?.won == false)
  }
}
