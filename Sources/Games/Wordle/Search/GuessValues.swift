package import GameKit
internal import Synchronization

/// The values of positions and guesses of Wordle, for judging guesses that were made.
///
/// From the root of its rule's tree on, the value of a position is what the tree takes; elsewhere it is what
/// ``TreeSearch`` finds. The search tries all guesses where a few answers are left, and a few of the best where many
/// are: then a value is that of an existing strategy, and somebody may have found a better guess.
///
/// The table of colours takes 28 MB and a twentieth of a second, so it is made for a match and not kept. What openings
/// lead to is kept.
package final class GuessValues: Sendable {
  let answers: [PackedWord]
  let accepted: [PackedWord]
  let width: SearchWidth
  private let trees: [GuessRule: DecisionTree]
  private let openings = Mutex(Openings())

  /// The value of a position: the total cost of all its answers, and the best guess.
  struct Value: Sendable {
    let cost: Int
    let guess: PackedWord
  }

  struct Opening: Hashable, Sendable {
    let rule: GuessRule
    let guess: PackedWord
  }

  /// By opening and code of colours; those that were used longest ago make room.
  private struct Openings: Sendable {
    var values: [Opening: [UInt8: Value]] = [:]
    var order: [Opening] = []
  }

  private static let mostOpenings = 256

  /// Without a tree for its rule, a match can be judged only if there are few answers.
  private static let mostAnswersWithoutTree = 300

  /// - Parameters:
  ///   - accepted: all words that may be guessed.
  ///   - trees: one for each rule; those that do not find all answers are ignored.
  package init(
    answers: [PackedWord], accepted: [PackedWord], trees: [DecisionTree] = [], width: SearchWidth = .fast
  ) {
    (self.answers, self.accepted, self.width) = (answers, accepted, width)
    let whole = trees.filter { tree in answers.allSatisfy { tree.guesses(for: $0) != nil } }
    self.trees = Dictionary(whole.map { ($0.rule, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A match before its first guess; `nil` if it would take too long to judge.
  package func match(_ rule: GuessRule) -> JudgedMatch? {
    guard trees[rule] != nil || answers.count <= Self.mostAnswersWithoutTree else { return nil }
    return JudgedMatch(rule, tree: trees[rule], self)
  }

  func values(after opening: Opening) -> [UInt8: Value]? { openings.withLock { $0.values[opening] } }

  func keep(_ values: [UInt8: Value], after opening: Opening) {
    openings.withLock { openings in
      if openings.values.updateValue(values, forKey: opening) == nil { openings.order.append(opening) }
      if openings.order.count > Self.mostOpenings {
        openings.values[openings.order.removeFirst()] = nil
      }
    }
  }
}

extension SearchWidth {
  /// So narrow that any match is judged within half a second.
  package static let fast = SearchWidth { answers in answers <= 12 ? .max : answers <= 40 ? 8 : answers <= 150 ? 3 : 1 }
}
