import GameKit

/// The words to study in a language on a day.
struct StudyQueue: Hashable, Sendable {
  /// The numbers of due words that were not reviewed today, the longest due first.
  private(set) var due: [Int] = []
  /// The numbers of words that were not recalled today and are due again.
  private(set) var lapsed: [Int] = []
  /// The numbers of new words for today, the oldest first: ``Language/newPerDay``, minus those that were reviewed for
  /// the first time today.
  private(set) var new: [Int] = []
  /// The number of new words for later days.
  private(set) var laterCount = 0

  /// The queue of a day.
  init(of language: Language, on day: Day) {
    var waiting: [(due: Int, number: Int)] = []
    var begunCount = 0
    // By index: copying a word takes longer than reading a part of it.
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
        lapsed.append(number)
      } else {
        waiting.append((schedule.due, number))
      }
    }
    due = waiting.sorted { $0 < $1 }.map(\.number)
    laterCount = max(0, new.count - max(0, max(0, language.newPerDay) - begunCount))
    new.removeLast(laterCount)
  }

  /// The next word to study: a due one, else one that was not recalled today, else a new one. `nil` if there is none.
  ///
  /// - Parameter last: the word that was studied last; it is repeated only if there is no other.
  func next(after last: Int?) -> Int? {
    let order = [due, lapsed, new].lazy.joined()
    return order.first { $0 != last } ?? order.first { _ in true }
  }
}
