import Catalogue
import GameKit
import Testing

@testable import Quiz

/// A guessing strategy without knowledge of the words: it uses only the question and the answers.
private struct Strategy: Sendable {
  let name: String
  let choose: @Sendable (_ choices: [String], _ parts: [String: String]) -> Int

  /// The last answer in some order.
  static func most(_ name: String, _ value: @escaping @Sendable (String) -> Int) -> Strategy {
    Strategy(name: name) { choices, _ in
      choices.indices.max { (value(choices[$0]), -$0) < (value(choices[$1]), -$1) } ?? 0
    }
  }

  /// The only answer with a property.
  static func odd(_ name: String, _ key: @escaping @Sendable (String, [String: String]) -> String) -> Strategy {
    Strategy(name: name) { choices, parts in
      let keys = choices.map { key($0, parts) }
      let single = keys.indices.filter { index in keys.count { $0 == keys[index] } == 1 }
      return single.count == 1 ? single[0] : 0
    }
  }

  /// The first answer that is neither the longest nor the shortest.
  static let middle = Strategy(name: "of middle length") { choices, _ in
    let order = choices.indices.sorted { (choices[$0].count, $0) < (choices[$1].count, $1) }
    return order[order.count / 2]
  }

  static let all = [
    most("the longest") { $0.count }, most("the shortest") { -$0.count }, middle,
    most("the most meanings") { $0.count { $0 == "," } }, most("the fewest meanings") { -$0.count { $0 == "," } },
    odd("the odd article") { choice, _ in
      let words = choice.split(separator: " ", maxSplits: 1)
      return words.count > 1 ? String(words[0]) : ""
    },
    odd("the odd ending") { choice, _ in String(choice.suffix(2)) },
    odd("the odd part of speech") { choice, parts in parts[choice] ?? "" },
    odd("the odd capital") { choice, _ in choice.contains { $0.isUppercase } ? "A" : "a" },
  ]
}

@Suite("Quiz questions reveal nothing")
struct GuessingTests {
  /// The advantage that a strategy may have over chance (one answer in four): three questions in a hundred.
  private static let margin = 0.03

  @Test(
    "Guessing strategies are no better than chance, in any deck and in both directions",
    arguments: [false, true])
  func guessing(inverted: Bool) throws {
    let decks = try Catalogue.games(ResourceFolder(option: nil).read).flatMap(\.decks)
    #expect(decks.count >= 6)
    for deck in decks {
      let words = deck.words()
      let answers = words.map { inverted ? $0.original : QuizSource.withoutSenses($0.translation) }
      let parts = Dictionary(zip(answers, words.map(\.part))) { first, _ in first }
      let source = QuizSource(decks: [deck])
      var settings = Quiz.Settings()
      (settings.deck, settings.questions, settings.inverted) = (deck.name, 20, inverted)
      let questions = try (1...150 as ClosedRange<UInt64>).flatMap { seed in
        try source.puzzle(seed: seed, settings: settings, excluding: []).questions
      }
      for strategy in Strategy.all {
        let right = questions.count { strategy.choose($0.choices, parts) == $0.answer }
        let share = Double(right) / Double(questions.count)
        #expect(abs(share - 0.25) <= Self.margin, "\(deck.name): \(strategy.name) is right in \(share)")
      }
    }
  }
}
