import GameKit
import Testing

@testable import Quiz

@Suite("Making questions from decks")
struct QuizSourceTests {
  private func word(_ original: String, _ translation: String, _ part: String = "") -> WordDeck.Word {
    WordDeck.Word(original: original, translation: translation, part: part)
  }

  private func source(_ words: [WordDeck.Word]) -> QuizSource {
    QuizSource(decks: [
      WordDeck(name: "spanish", title: "Spanish", language: "Spanish", count: words.count) { words }
    ])
  }

  private var many: QuizSource { source((1...40).map { word("palabra\($0)", "word\($0)") }) }

  private func settings(_ change: (inout Quiz.Settings) -> Void) -> Quiz.Settings {
    var settings = Quiz.Settings()
    change(&settings)
    return settings
  }

  @Test(
    "Each question has another word, one right answer, and four different answers",
    arguments: 1...20 as ClosedRange<UInt64>)
  func questions(seed: UInt64) throws {
    let puzzle = try many.puzzle(seed: seed, settings: Quiz.Settings(), excluding: [])
    #expect(Set(puzzle.questions.map(\.text)).count == 10)
    for question in puzzle.questions {
      #expect(Set(question.choices).count == 4)
      #expect(question.choices[question.answer] == question.text.replacing("palabra", with: "word"))
    }
  }

  @Test("A wrong answer shares no meaning with the right one, in both directions", arguments: [false, true])
  func overlaps(inverted: Bool) throws {
    let words = [
      word("coche", "car"), word("carro", "car, cart"), word("banco", "bank (money), bench"), word("ribera", "bank"),
      word("perro", "dog"), word("gato", "cat"), word("casa", "house"), word("árbol", "tree"),
    ]
    let meanings = Dictionary(uniqueKeysWithValues: words.map { ($0.original, $0.translation) })
    for seed in UInt64(1)...40 {
      let puzzle = try source(words).puzzle(
        seed: seed,
        settings: settings {
          $0.questions = 8
          $0.inverted = inverted
        }, excluding: [])
      for question in puzzle.questions {
        let texts = inverted ? question.choices.compactMap { meanings[$0] } : question.choices
        let all = texts.flatMap { $0.split(separator: ",").map { $0.prefix { $0 != "(" }.filter { $0 != " " } } }
        #expect(Set(all).count == all.count, "\(question)")
      }
    }
  }

  @Test("Sense labels are not part of answers")
  func senses() {
    #expect(QuizSource.withoutSenses("bank (money), bench") == "bank, bench")
    #expect(QuizSource.withoutSenses("lie (noun (old) and verb)") == "lie")
    #expect(QuizSource.withoutSenses("(all of it)") == "(all of it)")
  }

  @Test("A room's next match asks for other words, until too few are left")
  func others() throws {
    var had = PuzzleSet()
    var asked: [String] = []
    for seed in UInt64(1)...4 {
      let puzzle = try many.puzzle(seed: seed, settings: Quiz.Settings(), excluding: had)
      had.insert(Quiz.key(of: puzzle))
      asked += puzzle.questions.map(\.text)
    }
    #expect(Set(asked).count == 40)
    #expect(throws: Rejection.noPuzzlesLeft) { try many.puzzle(seed: 5, settings: Quiz.Settings(), excluding: had) }
  }

  @Test("An unknown deck, or one with too few words, is refused by name")
  func refused() {
    func message(_ settings: Quiz.Settings) -> String? {
      do { _ = try many.puzzle(seed: 1, settings: settings, excluding: []) } catch { return error.message }
      return nil
    }
    #expect(
      message(settings { $0.deck = "klingon" })
        == "There is no deck klingon; there are spanish; my-LANGUAGE are your own words")
    #expect(
      message(settings { $0.questions = 41 }) == "The deck spanish has words for 40 questions, and not for 41")
    #expect(message(settings { $0.questions = 40 }) == nil)
  }
}
