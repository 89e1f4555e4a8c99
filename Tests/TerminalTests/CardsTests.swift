import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Sections of cards")
struct CardsTests {
  private static let sizes = [(40, 15), (40, 20), (80, 24), (200, 50)]
  private let casa = LearntWord(number: 1, original: "casa", translation: "house, home", part: "noun", isMarked: false)

  private func card(_ number: Int, _ front: String, isMarked: Bool = false, back: LearntWord? = nil) -> LearntCard {
    LearntCard(number: number, front: front, isMarked: isMarked, back: back)
  }

  private func section(
    _ cards: [LearntCard], kind: String = "all", isInverted: Bool = false, count: Int? = nil, more: Bool = false
  ) -> SectionAnswer {
    SectionAnswer(
      language: "Spanish", section: kind, isInverted: isInverted, count: count ?? cards.count, cards: cards,
      next: more ? cards.last?.number : nil)
  }

  @Test("A section shows one side until a card is turned, and marks in place", arguments: sizes)
  func section(width: Int, height: Int) throws {
    var stage = try Stage.learning(width: width, height: height)
    stage.press(.character("c"))
    #expect(stage.asked.last?.fields == ["language": "Spanish", "section": "all"])
    try stage.answer("section", section([card(1, "casa"), card(2, "sol", isMarked: true)]))
    #expect(stage.lines.contains { $0.hasPrefix(" ▸  casa") && $0.contains("· · ·") })
    #expect(stage.lines.contains { $0.hasPrefix("  * sol") } && stage.text.contains("1 All"))
    stage.press(.character(" "))
    #expect(stage.asked.last == .request("turn", ["word": 1, "turned": true]))
    try stage.answer("turn", CardAnswer(language: "Spanish", card: card(1, "casa", back: casa)))
    #expect(stage.lines.contains { $0.hasPrefix(" ▸  casa") && $0.contains("house, home") })
    stage.press(.character("m"))
    #expect(stage.asked.last == .request("edit_word", ["word": 1, "marked": true]))
    var marked = casa
    marked.isMarked = true
    try stage.answer("edit_word", WordAnswer(language: "Spanish", word: marked))
    #expect(stage.lines.contains { $0.hasPrefix(" ▸* casa") && $0.contains("house, home") })
    stage.press(.character(" "))
    #expect(stage.asked.last == .request("turn", ["word": 1, "turned": false]))
    try stage.answer("turn", CardAnswer(language: "Spanish", card: card(1, "casa")))
    #expect(!stage.text.contains("house"))
  }

  @Test("Sections are changed by number, regenerated, inverted, and paged")
  func kinds() throws {
    var stage = try Stage.learning()
    stage.press(.character("c"))
    try stage.answer("section", section((1...100).map { card($0, "w\($0)") }, count: 130, more: true))
    #expect(stage.text.contains("1 All · 130"))
    stage.press(.end)
    #expect(stage.asked.last?.fields["after"] == 100 && stage.asked.last?["section"] == "all")
    try stage.answer("section", section((101...130).map { card($0, "w\($0)") }, count: 130))
    stage.press(.end)
    #expect(stage.text.contains("▸  w130"))
    stage.press(.character("2"))
    #expect(stage.asked.last?["section"] == "random")
    let late = try #require(stage.asked.last)
    stage.press(.character("3"))
    try stage.answer("section", section([card(7, "w7", isMarked: true)], kind: "repeat"))
    stage.happen(.answered(late, .success(.of(section([card(9, "w9")], kind: "random")))))
    #expect(stage.text.contains("▸* w7") && !stage.text.contains("w9"), "a late answer changes nothing")
    stage.press(.character("i"))
    #expect(stage.asked.last?.fields["inverted"] == true)
    try stage.answer("section", section([card(7, "word7")], kind: "repeat", isInverted: true))
    #expect(stage.lines[0].contains("Spanish · inverted"))
    stage.press(.character("g"))
    #expect(stage.asked.last?.fields["regenerate"] == true)
  }

  @Test("The other side of an inverted card is the original")
  func inverted() throws {
    var stage = try Stage.learning()
    stage.press(.character("c"))
    try stage.answer("section", section([card(1, "house, home", back: casa)], isInverted: true))
    #expect(stage.lines.contains { $0.hasPrefix(" ▸  house, home") && $0.contains("casa (noun)") })
  }
}
