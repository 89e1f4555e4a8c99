import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Cards and studying")
struct CardsTests {
  private static let sizes = [(40, 15), (40, 20), (80, 24), (200, 50)]
  private let casa = LearntWord(number: 1, original: "casa", translation: "house, home", part: "noun", isMarked: false)
  private let intervals = CardAnswer.Intervals(again: 0, hard: 1, good: 4, easy: 400)

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

  private func study(_ card: LearntCard?, due: Int = 2, new: Int = 5, choices: [String] = []) -> StudyAnswer {
    StudyAnswer(language: "Spanish", due: due, new: new, card: card, choices: choices)
  }

  private func studying(_ width: Int = 80, _ height: Int = 24, look: Look = .signs) throws -> Stage {
    var stage = try Stage.learning(width: width, height: height, look: look)
    stage.press(.character("s"))
    try stage.answer("study", study(card(1, "casa")))
    return stage
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

  @Test("A card is turned and rated, with the intervals shown", arguments: sizes)
  func study(width: Int, height: Int) throws {
    for look in [Look.colour, .contrast, .signs] {
      var stage = try studying(width, height, look: look)
      #expect(stage.text.contains("casa") && !stage.text.contains("house"))
      #expect(stage.text.contains("2 due · 5 new · 0 done"))
      stage.press(.character("3"))
      #expect(stage.asked.last?.type != "rate", "what was not seen is not rated")
      stage.press(.character(" "))
      #expect(stage.asked.last?.fields == ["word": 1])
      let turned = CardAnswer(language: "Spanish", card: card(1, "casa", back: casa), intervals: intervals)
      try stage.answer("turn", turned)
      for part in [
        "house, home (noun)", "1 again · today", "2 hard · 1 day", "3 good · 4 days", "4 easy · 1.0 years",
      ] {
        #expect(stage.text.contains(part), "\(part)\n\(stage.text)")
      }
      stage.press(.character("2"), .character("4"))
      #expect(stage.asked.count { $0.type == "rate" } == 1, "a second key waits for the answer")
      #expect(stage.asked.last?.fields == ["word": 1, "rating": "hard"])
      try stage.answer("rate", RatedAnswer(word: casa, rating: "hard", answer: nil, study: study(nil, due: 0, new: 0)))
      #expect(stage.text.contains("That is all for today: 1 answer."))
    }
  }

  @Test("An answer is typed and judged, and Enter continues")
  func typing() throws {
    var stage = try studying()
    stage.press(.tab)
    try stage.answer("study", study(card(1, "casa")))
    stage.press(.enter)
    #expect(!stage.asked.contains { $0.type == "rate" }, "an empty line is no answer")
    stage.type("hose q?")
    #expect(stage.text.contains("› hose q?"), "letters that are keys elsewhere are typed here")
    stage.press(.escape)
    stage.type("hose")
    stage.press(.enter)
    #expect(stage.asked.last?.fields == ["word": 1, "answer": "hose"])
    var word = casa
    word.due = "2026-11-22"
    try stage.answer(
      "rate", RatedAnswer(word: word, rating: "hard", answer: "typo", study: study(card(2, "sol"), due: 1)))
    for part in ["Right, but for a slip.", "you typed “hose”", "2026-11-22", "house, home", "1 due · 5 new · 1 done"] {
      #expect(stage.text.contains(part), "\(part)\n\(stage.text)")
    }
    stage.press(.enter)
    stage.type("sun")
    #expect(stage.text.contains("sol") && stage.text.contains("› sun"), "the next card is there at once")
  }

  @Test("One of four is chosen by its number")
  func choosing() throws {
    var stage = try studying()
    stage.press(.backTab)
    #expect(stage.asked.last?.fields["choices"] == true)
    try stage.answer("study", study(card(1, "casa"), choices: ["sun", "house, home", "sea", "moon"]))
    #expect(stage.text.contains("2  house, home"))
    stage.press(.character("1"))
    #expect(stage.asked.last?.fields == ["word": 1, "answer": "sun"])
    try stage.answer("rate", RatedAnswer(word: casa, rating: "again", answer: "wrong", study: study(card(1, "casa"))))
    #expect(stage.text.contains("Wrong: that was “sun”.") && stage.text.contains("house, home"))
  }

  @Test("A review whose answer was lost is not repeated: the next card shows whether it counted")
  func lostLink() throws {
    var stage = try studying()
    stage.press(.character(" "))
    try stage.answer("turn", CardAnswer(language: "Spanish", card: card(1, "casa", back: casa), intervals: intervals))
    stage.press(.enter)
    let rate = try #require(stage.asked.last)
    #expect(rate.fields == ["word": 1, "rating": "good"])
    stage.happen(.answered(rate, .failure(Failure(message: "The connection was lost.", isOfLink: true))))
    #expect(stage.asked.last?.type == "study" && stage.asked.count { $0.type == "rate" } == 1)
    #expect(stage.text.contains("if your answer did not arrive"))
  }

  @Test("A page without due words says so, and a deleted language is reported")
  func nothing() throws {
    var stage = try Stage.learning()
    stage.press(.character("s"))
    try stage.answer("study", study(nil, due: 0, new: 0))
    #expect(stage.text.contains("There is nothing to study in Spanish today."))
    stage.press(.escape, .character("s"))
    try stage.refuse("study", "not_found", "You learn no Spanish", about: .language)
    #expect(stage.text.contains("You learn no Spanish"))
  }

  @Test(
    "An interval is shown in days, months or years",
    arguments: [
      (0, "today"), (1, "1 day"), (59, "59 days"), (60, "2 months"), (91, "3 months"), (364, "12 months"),
      (365, "1.0 years"), (547, "1.4 years"), (36_500, "100.0 years"),
    ])
  func interval(days: Int, text: String) { #expect(ShellFormat.interval(days) == text) }
}
