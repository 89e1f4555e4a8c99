import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Runs of cards")
struct PracticeScreenTests {
  private static let sizes = [(40, 15), (40, 20), (80, 24), (200, 50)]
  private let casa = LearntWord(number: 1, original: "casa", translation: "house, home", isMarked: false)

  private func answer(
    _ number: Int?, _ front: String = "casa", language: String = "Spanish", choices: [String] = [],
    run: StudyAnswer.Run? = nil
  ) -> StudyAnswer {
    let card = number.map { LearntCard(number: $0, front: front, isMarked: false, back: nil) }
    return StudyAnswer(language: language, due: 1, new: 5, run: run, card: card, choices: choices)
  }

  private func run(_ done: Int, of count: Int = 2, remembered: Int = 0) -> StudyAnswer.Run {
    StudyAnswer.Run(done: done, count: count, remembered: remembered)
  }

  private func practising(_ width: Int = 80, _ height: Int = 24, look: Look = .signs) throws -> Stage {
    var stage = try Stage.learning(width: width, height: height, look: look)
    stage.press(.character("p"))
    #expect(stage.asked.last?.type == "cards" && stage.asked.last?.fields == ["language": "Spanish"])
    try stage.answer("cards", answer(1, run: run(0)))
    return stage
  }

  /// Types the meaning of a card, and continues after the judgement.
  private func type(_ text: String, _ rated: RatedAnswer, at stage: inout Stage) throws {
    stage.type(text)
    stage.press(.enter)
    #expect(stage.asked.last?["answer"] == text)
    try stage.answer("rate", rated)
    stage.press(.enter)
  }

  private func finished(_ stage: inout Stage) throws {
    stage.press(.tab)
    let second = answer(2, "sol", run: run(1, remembered: 1))
    try type("hous", RatedAnswer(word: casa, rating: "hard", answer: "typo", study: second), at: &stage)
    let sol = LearntWord(number: 2, original: "sol", translation: "sun", isMarked: false)
    let result = CardResult(match: "6", share: "Parlor Cards 324 1/2\n\n🟨⬛")
    // After the last card the answer contains the due words with their card.
    let last = RatedAnswer(word: sol, rating: "again", answer: "wrong", study: answer(1), result: result)
    try type("moon", last, at: &stage)
  }

  @Test("p starts a run of cards, which ends with a result", arguments: sizes)
  func whole(width: Int, height: Int) throws {
    var stage = try practising(width, height)
    #expect(stage.text.contains("Practice · Spanish") && stage.text.contains("0 of 2 done · 0 remembered"))
    #expect(stage.text.contains("casa") && stage.lines.last?.hasSuffix("? help") == true)
    let asked = stage.asked.count
    try finished(&stage)
    #expect(stage.asked[asked...].map(\.type) == ["rate", "rate"], "the next card comes with the answer")
    for part in ["2 of 2 done · 1 remembered", "Parlor Cards 324 1/2", "(+)···", "s share", "p again"] {
      #expect(stage.text.contains(part), "\(part)\n\(stage.text)")
    }
  }

  @Test("A result is shared like that of a match, copied, and followed by another run")
  func result() throws {
    var stage = try practising()
    try finished(&stage)
    stage.press(.character("s"))
    #expect(stage.asked.last == .request("share", ["match": "6"]))
    try stage.refuse("share", "already_shared", "You have shared this already: it is number 1")
    #expect(stage.text.contains("it is number 1") && stage.text.contains("Parlor Cards 324 1/2"))
    stage.press(.character("y"))
    let copied = stage.effects.compactMap { if case .copy(let text) = $0 { text } else { nil } }
    #expect(copied == ["Parlor Cards 324 1/2\n\n🟨⬛"])
    stage.press(.character("p"))
    try stage.answer("cards", answer(2, "sol", run: run(0)))
    #expect(stage.text.contains("0 of 2 done · 0 remembered") && stage.text.contains("what does it mean?"))
    stage.press(.escape)
    #expect(stage.app.place == .languages)
  }

  @Test("A run in progress continues, also in another language, and N replaces it by one for the chosen language")
  func underWay() throws {
    var stage = try Stage.learning()
    stage.press(.character("p"))
    try stage.answer("cards", answer(1, language: "Irish verbs", run: run(3, of: 20, remembered: 2)))
    for part in ["Practice · Irish verbs", "3 of 20 done · 2 remembered", "A run of Irish verbs is under way."] {
      #expect(stage.text.contains(part), "\(part)\n\(stage.text)")
    }
    stage.press(.character("N"))
    #expect(stage.asked.last?.fields == ["language": "Spanish", "restart": true])
    try stage.answer("cards", answer(1, run: run(0)))
    #expect(stage.text.contains("Practice · Spanish") && !stage.text.contains("under way"))
  }

  @Test("One of four is chosen if the run has choices; otherwise N begins one that has")
  func choosing() throws {
    var stage = try practising()
    stage.press(.backTab)
    #expect(stage.text.contains("This run was begun without choices"))
    stage.press(.character("N"))
    #expect(stage.asked.last?.fields == ["language": "Spanish", "choices": true, "restart": true])
    try stage.answer("cards", answer(1, choices: ["sun", "house, home", "sea", "moon"], run: run(0)))
    stage.press(.character("2"))
    #expect(stage.asked.last?.fields == ["word": 1, "answer": "house, home"])
    let next = answer(2, "sol", choices: ["sun", "sea"], run: run(1, remembered: 1))
    try stage.answer("rate", RatedAnswer(word: casa, rating: "good", answer: "right", study: next))
    stage.press(.enter)
    #expect(stage.text.contains("sol") && stage.text.contains("2  sea"))
  }

  @Test("After a lost link the run's card is requested again, and typed text stays")
  func linkIsBack() throws {
    var stage = try practising()
    stage.press(.tab)
    stage.type("hou")
    let hello = Hello(server: "parlor", epoch: "f", you: "ana", day: "2026-11-20", lineBytes: 16_384, welcome: "")
    stage.happen(.heard(.link(.online(hello))))
    #expect(stage.asked.last?.type == "cards")
    let again = try #require(stage.asked.last)
    stage.type("se")
    stage.press(.enter)
    #expect(stage.asked.last?["answer"] == "house", "keys do not wait")
    stage.happen(.answered(again, .success(.of(answer(1, run: run(0))))))
    #expect(stage.text.contains("› house"))
  }

  @Test("A run that ended with a lost answer is reported")
  func lostEnd() throws {
    var stage = try Stage.learning()
    stage.press(.character("p"))
    try stage.answer("cards", answer(1, run: run(1)))
    stage.press(.tab)
    stage.type("house")
    stage.press(.enter)
    let rate = try #require(stage.asked.last)
    stage.happen(.answered(rate, .failure(Failure(message: "The connection was lost.", isOfLink: true))))
    try stage.answer("cards", answer(1, run: run(0)))
    #expect(stage.text.contains("That run is over: its result is in your history."))
  }

  @Test("A language without words has nothing to practise")
  func nothing() throws {
    var stage = try Stage.learning(words: 0)
    stage.press(.character("p"))
    try stage.refuse("cards", "not_found", "Spanish has no such words yet: /add casa = house adds one", about: .word)
    #expect(stage.text.contains("Spanish has no words yet") && !stage.text.contains("/add"))
  }
}
