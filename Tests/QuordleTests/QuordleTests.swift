import GameKit
import Testing
import WireProtocol

@testable import Quordle

@Suite("Several words at once")
struct QuordleTests {
  private let ana = PlayerID(1)
  private static let words = ["crane", "slate", "nymph", "fjord"]

  private func game(after guesses: [String]) throws -> WordsAtOnce<FourWords> {
    var game = WordsAtOnce<FourWords>(puzzle: .init(words: Self.words), settings: NoSettings())
    for guess in guesses { _ = try game.play(.word(guess), by: ana, at: .zero) }
    return game
  }

  private static let misses = ["train", "ponds", "blume", "quick", "vexes", "mamma"]

  @Test("A guess is judged at each word until that is found, and a turn says so")
  func turns() throws {
    var game = try game(after: ["crane"])
    let turn = try game.play(.word("slate"), by: ana, at: .zero)
    #expect(
      JSON.object(turn.open).text == #"{"tiles":"🟩🟩⬜⬜","tries":2,"words":["","🟩🟩🟩🟩🟩","⬛⬛⬛⬛⬛","⬛⬛⬛⬛⬛"]}"#)
    #expect(JSON.object(turn.secret).text == #"{"guess":"slate"}"#)
  }

  @Test("Each word is a part of the board with its guesses and a row for the next one")
  func parts() throws {
    let board = try game(after: ["train", "crane"]).board(for: .seat(ana))
    #expect(board.parts.map(\.title) == ["Word 1", "Word 2", "Word 3", "Word 4"])
    #expect(
      board.parts.map { $0.grid?.rows.map(\.letters) } == [["train", "crane"]]
        + Array(
          repeating: ["train", "crane", "     "], count: 3))
    #expect(board.parts[1].grid?.rows.map(\.tiles) == ["🟨⬛🟩⬛⬛", "⬛⬛🟩⬛🟩", "⬜⬜⬜⬜⬜"])
    #expect(board.notes == ["guess 3/9"])
    let hidden = try game(after: ["train", "crane"]).board(for: .outsider)
    #expect(
      hidden.keys.isEmpty && hidden.parts.allSatisfy { $0.grid?.rows.allSatisfy { $0.letters == "     " } == true })
  }

  @Test("The keyboard has the colours of the words that are still to be found")
  func keyboard() throws {
    // c is in the first word alone, which has been found.
    let keys = try game(after: ["crane"]).board(for: .seat(ana)).keys
    #expect(keys.first { $0.tile == .right }?.letters == "ae")
    #expect(keys.first { $0.tile == .elsewhere }?.letters == "nr")
    #expect(keys.first { $0.tile == .absent }?.letters == "c")
  }

  @Test("The share text is the usual one: which guess has found each word, and two words side by side")
  func share() throws {
    let game = try game(after: ["crane", "fjord", "slate", "nymph"])
    let outcome = try #require(game.outcome(for: ana))
    #expect(outcome.won && outcome.tries == 4 && outcome.score == 9 && outcome.praise == "Genius")
    #expect(
      outcome.grid.text(title: "Quordle", label: "324") == """
        Parlor Quordle 324 1️⃣3️⃣4️⃣2️⃣

        🟩🟩🟩🟩🟩 ⬛⬛🟩⬛🟩
        ⬜⬜⬜⬜⬜ ⬛⬛⬛⬛⬛
        ⬜⬜⬜⬜⬜ 🟩🟩🟩🟩🟩

        ⬛⬛⬛🟨⬛ ⬛🟨⬛⬛⬛
        ⬛⬛⬛⬛⬛ 🟩🟩🟩🟩🟩
        ⬛⬛⬛⬛⬛ ⬜⬜⬜⬜⬜
        🟩🟩🟩🟩🟩 ⬜⬜⬜⬜⬜
        """)
  }

  @Test("After nine guesses the match is lost, and reveals the words that were not found")
  func loss() throws {
    var game = try game(after: Self.misses + ["crane", "slate"])
    #expect(game.outcome(for: ana) == nil)
    _ = try game.play(.word("mamma"), by: ana, at: .zero)
    let outcome = try #require(game.outcome(for: ana))
    #expect(!outcome.won && outcome.tries == nil && outcome.score == 2)
    #expect(outcome.grid.headline == "7️⃣8️⃣🟥🟥" && outcome.praise == "Not found: NYMPH, FJORD")
    #expect(game.missed(by: ana).map(\.word.original) == ["nymph", "fjord"])
    #expect(game.board(for: .seat(ana)).parts[2].grid?.rows.last?.letters == "nymph")
    #expect(game.board(for: .outsider).parts[2].grid?.rows.last?.letters == "     ")
  }

  @Test("Octordle has thirteen guesses, and shares the numbers alone")
  func eight() throws {
    let words = Self.words + ["light", "brick", "dumpy", "vozhd"]
    var game = WordsAtOnce<EightWords>(puzzle: .init(words: words), settings: NoSettings())
    for guess in Self.misses.prefix(5) + words { _ = try game.play(.word(guess), by: ana, at: .zero) }
    let outcome = try #require(game.outcome(for: ana))
    #expect(outcome.won && outcome.tries == 13 && outcome.score == 8 && outcome.grid.rows.isEmpty)
    #expect(outcome.grid.headline == "6️⃣7️⃣8️⃣9️⃣🔟🕚🕛🕐")
  }

  @Test("No word comes again in a daily or in practice before there are too few left")
  func noRepeats() throws {
    let words = Self.words + ["light", "brick", "dumpy", "vozhd", "waltz"]
    let list = Array(words.sorted().joined(separator: "\n").utf8)
    let source = QuordleSource(try GuessLists(answers: list, guesses: list))
    let season = SeasonKey(hashing: "test".utf8)
    for first in [-3, 1, 11] {
      let days = try (first..<first + 2).map {
        try source.puzzle(for: Day(number: $0), season: season, settings: NoSettings()).words
      }
      #expect(Set(days.joined()).count == 8)
    }
    var had: PuzzleSet = []
    for seed in 0..<2 as Range<UInt64> {
      let puzzle = try source.puzzle(seed: seed, settings: NoSettings(), excluding: had)
      #expect(Set(puzzle.words).count == 4 && !had.contains(WordsAtOnce<FourWords>.key(of: puzzle)))
      had.insert(WordsAtOnce<FourWords>.key(of: puzzle))
    }
    #expect(throws: Rejection.noPuzzlesLeft) { try source.puzzle(seed: 2, settings: NoSettings(), excluding: had) }
  }
}
