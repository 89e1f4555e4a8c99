import GameKit

/// What there is to study in a language on a day.
struct StudyQueue: Hashable, Sendable {
  /// The number of due words, with those that were not recalled today and are due again.
  let dueCount: Int
  /// The number of new words for today: at most ``Language/newPerDay``, less those that were reviewed for the first
  /// time today.
  let newCount: Int
  /// The number of new words for later days.
  let laterCount: Int
  /// The first words: one more than is passed over.
  private let first: [Int]

  /// The queue of a day.
  init(of language: Language, on day: Day) {
    let order = language.order
    dueCount = order.dueCount(on: day.number)
    newCount = min(order.newCount, max(0, max(0, language.newPerDay) - order.begunCount(on: day.number)))
    laterCount = order.newCount - newCount
    first = order.first(2, on: day.number, newCount: newCount)
  }

  /// The next word to study: a due one, else one that was not recalled today, else a new one. `nil` if there is none.
  ///
  /// - Parameter last: the word that was studied last; it is repeated only if there is no other.
  func next(after last: Int?) -> Int? { first.first { $0 != last } ?? first.first }
}
