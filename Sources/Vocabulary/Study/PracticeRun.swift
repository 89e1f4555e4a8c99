import GameKit

/// Cards that somebody goes through once, from the first to the last: at the end there is a score.
public struct PracticeRun: Hashable, Sendable {
  /// The language's number.
  public let language: Int
  /// Numbers of the words that are still to come.
  public internal(set) var left: [Int]
  /// How the words before them went.
  public internal(set) var score: CardScore
  /// Whether the other side is chosen from four.
  public let hasChoices: Bool

  /// A run; of stored ones some words have been gone through.
  public init(language: Int, left: [Int], score: CardScore = CardScore(), hasChoices: Bool) {
    self.language = language
    self.left = left
    self.score = score
    self.hasChoices = hasChoices
  }

  /// How many cards it has.
  public var count: Int { left.count + score.ratings.count }

  /// The score once a card more has gone like this.
  public func score(after rating: Rating) -> CardScore {
    var score = score
    score.add(rating)
    return score
  }

  /// The most cards of a run.
  public static let mostCards = 100

  /// The words of a new run: those of a section, at most so many.
  ///
  /// - Parameter seed: says which words a random one has, and in which order.
  public static func words(_ kind: Section.Kind, of language: Language, count: Int, seed: UInt64) -> [Int] {
    var numbers = Section(kind.whole, of: language, seed: seed).numbers
    let count = min(max(count, 0), mostCards)
    guard kind.isRandom else { return Array(numbers.prefix(count)) }
    var generator = SeededGenerator(seed: seed)
    generator.draw(count, of: &numbers)
    return numbers
  }
}

extension Section.Kind {
  /// The same words, all of them.
  fileprivate var whole: Section.Kind { isOfMarked ? .repeatAll : .all }
}
