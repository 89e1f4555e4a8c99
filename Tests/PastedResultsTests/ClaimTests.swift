import GameKit
import TestSeed
import Testing

@testable import PastedResults

@Suite("Results of other games")
struct ClaimTests {
  private static let grid = "⬛🟨⬛⬛⬛\n🟩⬛🟨⬛🟩\n🟩🟩🟩🟩🟩"
  private static let lost = "⬛⬛⬛⬛⬛\n⬛🟨⬛⬛⬛\n⬛⬛🟩⬛⬛\n🟨⬛🟩⬛⬛\n⬛🟩🟩🟩🟩\n⬛🟩🟩🟩🟩"
  private static let connections = "🟨🟨🟨🟨\n🟩🟩🟩🟩\n🟦🟦🟦🟦\n🟪🟪🟪🟪"

  /// Pasted texts, and the first line of what is shown for each.
  static let results: [(pasted: String, head: String)] = [
    ("Wordle 1,492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Wordle 1.492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Wordle 1492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Wordle 1 492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Wordle 1\u{A0}492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Wordle 1\u{202F}492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Wordle 1’492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Wordle 279 3/6\n\n\(grid)", "Wordle 279 3/6"),
    ("Wordle 0 3/6\n\n\(grid)", "Wordle 0 3/6"),
    ("Wordle 1,492 3/6*\n\n\(grid)", "Wordle 1,492 3/6*"),
    ("Wordle 1,492 X/6\n\n\(lost)", "Wordle 1,492 X/6"),
    ("Wordle 1,492 x/6*\n\n\(lost)", "Wordle 1,492 X/6*"),
    ("Wordle 1,492 3/6\n\n⬛️🟨⬛️⬛️⬛️\n🟩⬛️🟨⬛️🟩\n🟩🟩🟩🟩🟩", "Wordle 1,492 3/6"),
    ("Wordle 1,492 3/6\n\n⬜🟨⬜⬜⬜\n🟩⬜🟨⬜🟩\n🟩🟩🟩🟩🟩", "Wordle 1,492 3/6"),
    ("Wordle 1,492 3/6\n\n⬜️🟨⬜️⬜️⬜️\n🟩⬜️🟨⬜️🟩\n🟩🟩🟩🟩🟩", "Wordle 1,492 3/6"),
    ("Wordle 1,492 3/6\n\n⬛🟦⬛⬛⬛\n🟧⬛🟦⬛🟧\n🟧🟧🟧🟧🟧", "Wordle 1,492 3/6"),
    ("Wordle 1,492 3/6\n\n⬜🟦⬜⬜⬜\n🟧⬜🟦⬜🟧\n🟧🟧🟧🟧🟧", "Wordle 1,492 3/6"),
    ("Wordle 1,492 3/6\n\(grid)", "Wordle 1,492 3/6"),
    ("Wordle 1,492 3/6\r\n\r\n\(grid.replacing("\n", with: "\r\n"))\r\n", "Wordle 1,492 3/6"),
    ("  Wordle 1,492 3/6  \n\n  \(grid)  ", "Wordle 1,492 3/6"),
    ("\n\nWordle 1,492 3/6\n\n\n\(grid)\n\n", "Wordle 1,492 3/6"),
    ("Phew, close one today!\nWordle 1,492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Good morning team\n\nmy result:\n\nWordle 1,492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Done: Wordle 1,492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("At last — Wordle 1,492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Wordle 1,492 — 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Wordle — 1,492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Wordle #1492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("#Wordle 1492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("wordle 1492 3/6\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Wordle 1,492 3/6", "Wordle 1,492 3/6"),
    ("Wordle 1,492 X/6", "Wordle 1,492 X/6"),
    ("Wordle 1,492 1/6\n\n🟩🟩🟩🟩🟩", "Wordle 1,492 1/6"),
    ("Wordle 1,492 3/6\n\n\(grid)\n\nThat was lucky", "Wordle 1,492 3/6"),
    ("Wordle 1,492 3/6 phew\n\n\(grid)", "Wordle 1,492 3/6"),
    ("Wordle 1,492 3/6 ⬛🟨⬛⬛⬛ 🟩⬛🟨⬛🟩 🟩🟩🟩🟩🟩", "Wordle 1,492 3/6"),
    ("Wordle 1,492 3/6\n\n\(grid)\n#wordle #nyt", "Wordle 1,492 3/6"),
    ("#Worldle #123 2/6 (100%)\n🟩🟩🟩🟨⬜➡️\n🟩🟩🟩🟩🟩🎉\nhttps://worldle.teuteuf.fr", "Worldle #123 2/6 (100%)"),
    ("#Worldle #123 2/6 (100%)\n🟩🟩🟩🟨⬛↘\n🟩🟩🟩🟩🟩🎉", "Worldle #123 2/6 (100%)"),
    ("#Worldle #1,205 (10.05.2025) 1/6 (100%)\n🟩🟩🟩🟩🟩🎉\n\nworldle.teuteuf.fr", "Worldle #1,205 1/6 (100%)"),
    ("#Worldle #45 4/6 (100%)", "Worldle #45 4/6 (100%)"),
    ("#Worldle #45 X/6 (87%)", "Worldle #45 X/6 (87%)"),
    ("#Worldle #45 1/6 (100%) 🙈\n🟩🟩🟩🟩🟩🎉", "Worldle #45 1/6 (100%)"),
    ("Daily Quordle 1234\n6️⃣5️⃣\n9️⃣7️⃣\nm-w.com/games/quordle/", "Quordle 1,234"),
    ("Daily Quordle #83\n4️⃣🟥\n6️⃣8️⃣\nquordle.com\n⬜🟨⬜⬜⬜ ⬜⬜⬜⬜⬜\n🟩🟩🟩🟩🟩 ⬜⬜⬜⬜🟨", "Quordle 83"),
    ("Connections\nPuzzle #123\n\(connections)", "Connections #123"),
    ("Connections \nPuzzle #1,023\n🟨🟩🟨🟨\n\(connections)", "Connections #1,023"),
    ("Connections\nPuzzle #123\n🟨🟩🟨🟨\n🟨🟩🟦🟪\n🟨🟨🟨🟨\n🟩🟦🟩🟩\n🟩🟦🟦🟩", "Connections #123"),
    ("Strands #1\n“Off to a good start”\n🔵🔵🟡🔵\n🔵💡🔵", "Strands #1"),
    ("Strands #434 “Spring forward”\n🔵🔵🔵🔵\n🟡🔵🔵", "Strands #434"),
    ("Strands #12\n\"All ears\"\n💡🔵💡🔵\n🟡🔵🔵🔵", "Strands #12"),
  ]

  /// Texts that are no results: talk, and contradictory grids.
  static let talk = [
    "I love Wordle", "Wordle was hard today", "Wordle 1,492 was hard, 3/6 of us failed", "Did you get Wordle 3/6?",
    "Wordle 3/6", "Wordle 1,492", "my Wordle streak is 1,492", "Wordle 1,492 3/6 is what I got",
    "Wordle 1,492 3/6ish", "Wordle 1,492 3/60", "Hurdle 1,492 3/6", "Wordles 1,492 3/6", "Wordle1,492 3/6",
    "Wordle 14,92 3/6", "Wordle 01492 3/6", "Wordle 1,492 7/6\n\n\(grid)", "Wordle 1,492 7/6", "Wordle 1,492 0/6",
    "Wordle 1,492 0/6\n\n\(grid)", "Wordle 1,492 3/5", "Wordle 1,492 3/5\n\n\(grid)",
    "Wordle 1,492 -1/6", "Wordle 1,492 4/6\n\n\(grid)", "Wordle 1,492 2/6\n\n\(grid)", "Wordle 1,492 X/6\n\n\(grid)",
    "Wordle 1,492 6/6\n\n\(lost)", "Wordle 1,492 3/6\n\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩\n🟩🟩🟩🟩🟩",
    "Wordle 1,492 3/6\n\n⬛🟨⬛⬛\n🟩⬛🟨⬛\n🟩🟩🟩🟩", "Wordle 1,492 3/6\n\n⬛🟦⬛⬛⬛\n🟩⬛🟨⬛🟩\n🟩🟩🟩🟩🟩",
    "Wordle 1,492 3/6\n\n⬛🟨⬛⬛⬛\nhm\n🟩⬛🟨⬛🟩\n🟩🟩🟩🟩🟩", "Wordle 1,492 3/6\n\n🟪🟪🟪🟪\n\(grid)",
    "Wordle 1,492 3/6\n\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟨\n🟩🟩🟩🟩🟩", "Wordle 1,492 3/6*\n\n🟩🟨⬛⬛⬛\n⬛⬛🟨⬛🟩\n🟩🟩🟩🟩🟩",
    "Wordle 1,492 3/6\n\n\(grid)\n\nWordle 1,493 3/6\n\n\(grid)", grid, "🟩🟩🟩🟩🟩", "crane", "", "   ", "hola",
    "#Worldle #123 2/6 (100%)\n🟩🟩🟩🟩🟩🎉", "#Worldle #123 2/6 (80%)\n🟩🟩🟩🟨⬜➡️\n🟩🟩🟩🟩🟩🎉", "#Worldle #45 X/6 (100%)",
    "Worldle is fun", "Daily Quordle 1234", "Daily Quordle 1234\n6️⃣6️⃣\n9️⃣7️⃣", "Daily Quordle 1234\n6️⃣5️⃣",
    "Quordle was mean", "Connections", "Connections\nPuzzle #123", "Connections\nPuzzle #123\n🟨🟨🟨🟨",
    "Connections\nPuzzle #123\n🟨🟨🟨🟨\n🟨🟨🟨🟨\n🟦🟦🟦🟦\n🟪🟪🟪🟪", "my Connections are poor",
    "Strands #1", "Strands #1\n“Off to a good start”\n🔵🔵🔵🔵", "Strands of hair", "Strands #1\n🟡🟡🔵🔵",
  ]

  @Test("Pasted results are recognised and rendered anew", arguments: ClaimTests.results)
  func isResult(_ pasted: String, _ head: String) throws {
    guard case .claimed(let result) = try ClaimParser.parse(pasted) else {
      Issue.record("\(pasted) is not taken as a claim")
      return
    }
    #expect(result.text.split(separator: "\n").first.map(String.init) == head)
    if result.game == .wordle, !result.rows.isEmpty, result.won, result.tries == 3 {
      #expect(result.text == "\(head)\n\n\(Self.grid)")
    }
  }

  @Test("Pasted talk and contradictions are no results", arguments: ClaimTests.talk)
  func isTalk(_ pasted: String) {
    #expect(throws: NotAResult.self) { try ClaimParser.parse(pasted) }
  }

  @Test("Both lists together have at least sixty rows")
  func pages() { #expect(Self.results.count + Self.talk.count >= 60) }

  @Test(
    "A text that says it is from here is never accepted as a claim",
    arguments: [
      "Parlor Wordle 324 4/6\n\n⬛⬛⬛⬛🟨\n🟨⬛🟨⬛⬛\n⬛⬛⬛🟨⬛\n🟩🟩🟩🟩🟩", "mine: Parlor Wordle 324 4/6",
      "look\nmy Parlor Wordle 324 4/6", "look\nParlor DailySort 324 · 3 tries",
    ])
  func parlor(_ pasted: String) throws {
    guard case .parlor(let text) = try ClaimParser.parse(pasted) else {
      Issue.record("\(pasted) is taken as a claim")
      return
    }
    #expect(text.hasPrefix("Parlor "))
  }

  @Test("Fewer tries, mistakes and hints score more, and a loss scores nothing")
  func scores() throws {
    func score(_ pasted: String) throws -> Int? {
      guard case .claimed(let result) = try ClaimParser.parse(pasted) else { return nil }
      return result.score
    }
    #expect(try score("Wordle 1,492 1/6") == 6)
    #expect(try score("Wordle 1,492 6/6") == 1)
    #expect(try score("Wordle 1,492 X/6") == 0)
    #expect(try score("Daily Quordle 1\n6️⃣5️⃣\n9️⃣7️⃣") == 13)
    #expect(try score("Connections\nPuzzle #123\n🟨🟩🟨🟨\n\(Self.connections)") == 4)
    #expect(try score("Strands #1\n🔵🔵🟡🔵\n🔵💡🔵") == 4)
  }

  @Test("No text makes the parser trap, or claim a result from here")
  func random() {
    var generator = SeededGenerator(seed: TestSeed.make())
    let pieces = [
      "Wordle", "Worldle", "#", "Daily Quordle", "Connections", "Puzzle #", "Strands #", " ", "\n", "1,492",
      "999999999999",
      "3/6", "X/6", "(100%)", "(1.1.1)", "⬛", "🟩", "🟨", "\u{FE0F}", "6️⃣", "🟥", "➡️", "🎉", "🔵", "🟡", "💡", "“", "”", "—",
      "*",
      "e\u{301}", "\u{200D}", "Parlor ", "Parlor Wordle 324 4/6", "0", "/", "\r\n", "\u{2028}",
    ]
    var (claims, own) = (0, 0)
    for number in 0..<10_000 {
      var parts = (0..<Int.random(in: 0..<24, using: &generator)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }
      // Random pieces rarely make a result.
      if number % 2 == 0 {
        let result = Self.results[Int.random(in: 0..<Self.results.count, using: &generator)].pasted
        parts = Array(parts.prefix(2))
        parts.insert(result, at: Int.random(in: 0...parts.count, using: &generator))
      }
      let isOfLines = number % 4 < 2
      let text = parts.joined(separator: isOfLines ? "\n" : "")
      switch try? ClaimParser.parse(text) {
      case .parlor(let found):
        // By bytes: following marks may combine with the blank.
        #expect(found.utf8.starts(with: "Parlor ".utf8))
        own += 1
      case .claimed(let result):
        #expect(result.score >= 0)
        // With each piece on its own line, no word merges with the name.
        if isOfLines { #expect(!text.contains("Parlor Wordle 324 4/6"), "\(text)") }
        claims += 1
      case nil: break
      }
    }
    #expect(claims > 100 && own > 100, "\(claims) claims and \(own) texts from here")
  }
}
