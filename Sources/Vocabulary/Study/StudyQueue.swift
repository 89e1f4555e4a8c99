public import GameKit

/// What there is to study in a language on a day.
public struct StudyQueue: Hashable, Sendable {
  /// Numbers of words that are due and were not reviewed today, the longest due first.
  public private(set) var due: [Int] = []
  /// Numbers of words that were not remembered today, and are due again.
  public private(set) var again: [Int] = []
  /// Numbers of words that were never reviewed, the oldest first.
  public private(set) var new: [Int] = []

  /// What there is on a day.
  public init(of language: Language, on day: Day) {
    var waiting: [(due: Int, number: Int)] = []
    // By their places: to copy a word takes longer than to look at a part of it.
    let words = language.words
    for place in words.indices {
      let number = words[place].number
      guard let schedule = words[place].schedule else {
        new.append(number)
        continue
      }
      guard schedule.due <= day.number else { continue }
      if schedule.reviewed >= day.number {
        again.append(number)
      } else {
        waiting.append((schedule.due, number))
      }
    }
    due = waiting.sorted { $0 < $1 }.map(\.number)
  }

  /// The word to study next: one that is due, else one that was not remembered today, else a new one. `nil` when there is
  /// none.
  ///
  /// - Parameter last: the word that was studied last, which comes again only when there is no other.
  public func next(after last: Int?) -> Int? {
    let order = [due, again, new].lazy.joined()
    return order.first { $0 != last } ?? order.first { _ in true }
  }
}
