import GameKit
import Testing
import WireProtocol

@testable import WordSearch

@Suite("Untrusted input to WordSearch")
struct WordSearchStrangerTests {
  @Test(
    "A text that is no word never reaches other players",
    arguments: [
      "a" + String(repeating: "\u{301}", count: 60), "a\u{E0041}b", "a\u{200D}b", "a\u{202E}b", "a b", "",
      String(repeating: "a", count: 61),
    ])
  func noWords(_ text: String) throws {
    let puzzle = WordSearch.Puzzle(challenges: [Grids.house])
    let source = try WordLists.source.get()
    let match = GameModule(source)
    var played = try match.match(puzzle: JSON(encoding: puzzle), settings: match.settings(from: [:]))
    let rejection = #expect(throws: Rejection.self) { try played.play(.text(text), by: ana, at: .zero) }
    // Two words can be one word with its article.
    #expect(rejection?.code == (text == "a b" ? "not_in_grid" : "bad_move"))
  }

  @Test("Words with accents, composed or not, are accepted", arguments: ["corazón", "corazo\u{301}n", "straße"])
  func words(_ text: String) throws {
    let puzzle = WordSearch.Puzzle(challenges: [Grids.heart])
    let source = try WordLists.source.get()
    #expect(throws: Never.self) { try source.admit(.word(text), to: puzzle) }
  }

  @Test("Misses do not grow the state: only three consecutive ones are kept, as many as a shared row shows")
  func misses() throws {
    var play = try Play([Grids.house])
    for _ in 0..<50 { try play.type("C3 C1") }
    #expect(play.game.grid.marks == [.miss, .miss, .miss])
    try play.type("casa")
    for _ in 0..<5 { try play.type("C3 C1") }
    #expect(play.game.grid.marks.count == 7)
    try play.type("hogar")
    #expect(play.game.outcome(for: ana)?.open["misses"] == 55)
    #expect(play.game.outcome(for: ana)?.grid.rows == ["⬛⬛⬛🟩⬛⬛⬛🟩"])
  }
}
