import GameKit
import Testing
import WireProtocol

@testable import WordSearch

@Suite("What strangers send to WordSearch")
struct StrangerTests {
  @Test(
    "A word that is no word never reaches the others",
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
    // Two words may be one with its article.
    #expect(rejection?.code == (text == "a b" ? "not_in_grid" : "bad_move"))
  }

  @Test("Words with their accents, composed or not, are admitted", arguments: ["corazón", "corazo\u{301}n", "straße"])
  func words(_ text: String) throws {
    let puzzle = WordSearch.Puzzle(challenges: [Grids.heart])
    let source = try WordLists.source.get()
    #expect(throws: Never.self) { try source.admit(.word(text), to: puzzle) }
  }

  @Test("Misses make no longer state: three in a row are kept, which is what a shared row shows")
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
