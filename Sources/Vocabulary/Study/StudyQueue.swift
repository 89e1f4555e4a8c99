public import GameKit

/// What there is to study in a language on a day.
public struct StudyQueue: Hashable, Sendable {
  /// Numbers of words that are due and were not reviewed today, the longest due first.
  public private(set) var due: [Int] = []
  /// Numbers of words that were not remembered today, and are due again.
  public private(set) var again: [Int] = []
  /// Numbers of words that were never reviewed and may come today, the oldest first: as many as ``Language/newPerDay``
  /// says, less those that were reviewed for the first time today.
  public private(set) var new: [Int] = []
  /// How many words that were never reviewed come on a later day.
  public private(set) var laterCount = 0

  /// What there is on a day.
  public init(of language: Language, on day: Day) {
    var waiting: [(due: Int, number: Int)] = []
    var begunCount = 0
    // By their places: to copy a word takes longer than to look at a part of it.
    let words = language.words
    for place in words.indices {
      let number = words[place].number
      guard let schedule = words[place].schedule else {
        new.append(number)
        continue
      }
      if schedule.first == day.number { begunCount += 1 }
      guard schedule.due <= day.number else { continue }
      if schedule.reviewed >= day.number {
        again.append(number)
      } else {
        waiting.append((schedule.due, number))
      }
    }
    due = waiting.sorted { $0 < $1 }.map(\.number)
    laterCount = max(0, new.count - max(0, max(0, language.newPerDay) - begunCount))
    new.removeLast(laterCount)
  }

  /// The word to study next: one that is due, else one that was not remembered today, else a new one. `nil` when there
  /// is none.
  ///
  /// - Parameter last: the word that was studied last, which comes again only when there is no other.
  public func next(after last: Int?) -> Int? {
    let order = [due, again, new].lazy.joined()
    return order.first { $0 != last } ?? order.first { _ in true }
  }
}
