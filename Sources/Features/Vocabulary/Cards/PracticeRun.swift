import GameKit

/// Cards that a player goes through once; at the end there is a score.
struct PracticeRun: Hashable, Sendable {
  /// The language's number.
  let language: Int
  /// The numbers of the remaining words.
  var left: [Int]
  /// The results of the finished cards.
  var score = CardScore()
  /// Whether there are four choices.
  let hasChoices: Bool

  /// The number of cards.
  var count: Int { left.count + score.ratings.count }

  /// The score with one more card.
  func score(after rating: Rating) -> CardScore {
    var score = score
    score.add(rating)
    return score
  }

  /// The cards of a run whose request says no number.
  static let defaultCount = 20
  /// The most cards of a run.
  static let mostCards = 100

  /// The words of a new run: at most `count` of a section.
  ///
  /// - Parameter seed: determines the words of a random section, and their order.
  static func words(_ kind: Section.Kind, of language: Language, count: Int, seed: UInt64) -> [Int] {
    var numbers = Section(kind.unlimited, of: language, seed: seed).numbers
    let count = min(max(count, 0), mostCards)
    guard kind.isRandom else { return Array(numbers.prefix(count)) }
    var generator = SeededGenerator(seed: seed)
    generator.draw(count, of: &numbers)
    return numbers
  }
}

extension Section.Kind {
  /// The same words without a limit.
  fileprivate var unlimited: Section.Kind { isOfMarked ? .repeatAll : .all }
}
