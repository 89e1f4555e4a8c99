import GameKit
import Testing

@testable import ParlorBots

@Suite("Solving Wordle")
struct SolvingTests {
  @Test("Only words consistent with the colours remain")
  func filter() throws {
    var solver = Solver(words: ["crane", "brine", "grape", "slate", "crate", "trace", "not a word"])
    #expect(solver.candidates.count == 6)
    solver.note(try #require(PackedWord("slate")), try #require(PackedColours(tiles: "⬛⬛🟩⬛🟩")))
    #expect(Set(solver.candidates.map(\.text)) == ["crane", "grape"])
    solver.restart()
    #expect(solver.candidates.count == 6)
  }

  @Test("Every word of a list is found within the list's length")
  func solves() throws {
    let list = ["light", "night", "might", "fight", "crane", "brine", "grape", "moldy", "vivid", "speed", "abide"]
    for text in list {
      let answer = try #require(PackedWord(text))
      var solver = Solver(words: list)
      var found = false
      for _ in 0..<6 where !found {
        let guess = try #require(solver.guess())
        let colours = PackedColours(of: guess, against: answer)
        found = colours == .solved
        solver.note(guess, colours)
      }
      #expect(found, "\(text) was not found")
    }
  }

  @Test("A list without a consistent word gives no guess")
  func nothingFits() throws {
    var solver = Solver(words: ["crane", "slate"])
    solver.note(try #require(PackedWord("crane")), try #require(PackedColours(tiles: "⬛⬛⬛⬛⬛")))
    #expect(solver.guess() == nil)
  }

  @Test("The summary counts tries and failures")
  func summary() {
    var summary = PlaySummary()
    for tries in [4, 4, 3] { summary.record(won: true, tries: tries) }
    summary.record(won: false, tries: 6)
    summary.record(won: false, tries: nil)
    #expect(summary.distribution == [0, 0, 1, 2] && summary.failed == 2)
    #expect(summary.text.hasPrefix("solved 3 of 5 (60.0 %), 3.67 tries on average"))
    var finds = PlaySummary(game: "wordsearch")
    finds.record(won: true, tries: nil)
    finds.misses = 4
    #expect(finds.text == "solved 1 of 1 (100.0 %), 4 misses")
  }
}
