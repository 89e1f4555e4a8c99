import GameKit

/// A language's words in the order of study. Each change of a word updates it, so that a step sorts nothing and counts
/// days instead of words.
struct StudyOrder: Sendable {
  /// The words that are due from a day on.
  private struct DueDay {
    let day: Int
    /// All of them, in order.
    var numbers: [Int] = []
    /// Those that were last reviewed on that day, and not recalled, in order.
    var lapsed: [Int] = []
  }

  /// In order.
  private var days: [DueDay] = []
  /// The numbers of words that were never reviewed, in order.
  private var new: [Int] = []
  /// The number of words by the day of their first review.
  private var begun: [Int: Int] = [:]

  /// Adds a word; `schedule` is `nil` for a new one.
  mutating func insert(_ number: Int, _ schedule: Schedule?) {
    guard let schedule else { return new.insert(sorted: number) }
    begun[schedule.first, default: 0] += 1
    let place = place(of: schedule.due)
    if place == days.count || days[place].day != schedule.due { days.insert(DueDay(day: schedule.due), at: place) }
    days[place].numbers.insert(sorted: number)
    if schedule.isLapsed { days[place].lapsed.insert(sorted: number) }
  }

  /// Removes a word that was added with this schedule.
  mutating func remove(_ number: Int, _ schedule: Schedule?) {
    guard let schedule else { return new.remove(sorted: number) }
    let count = begun[schedule.first] ?? 0
    begun[schedule.first] = count > 1 ? count - 1 : nil
    let place = place(of: schedule.due)
    guard place < days.count, days[place].day == schedule.due else { return }
    days[place].numbers.remove(sorted: number)
    if schedule.isLapsed { days[place].lapsed.remove(sorted: number) }
    if days[place].numbers.isEmpty { days.remove(at: place) }
  }

  /// The number of words that were never reviewed.
  var newCount: Int { new.count }

  /// The number of words that were reviewed for the first time on a day.
  func begunCount(on day: Int) -> Int { begun[day] ?? 0 }

  /// The number of words that are due by a day.
  func dueCount(on day: Int) -> Int {
    days[..<place(of: day)].reduce(today(day)?.numbers.count ?? 0) { $0 + $1.numbers.count }
  }

  /// The first words of a day: due ones, the longest due first, then those that were not recalled on this day, then
  /// new ones.
  ///
  /// - Parameters:
  ///   - count: how many, at most.
  ///   - newCount: how many new ones, at most.
  func first(_ count: Int, on day: Int, newCount: Int) -> [Int] {
    let today = today(day)
    var first = Array(days[..<place(of: day)].lazy.flatMap { $0.numbers }.prefix(count))
    if let today {
      let waiting = today.numbers.lazy.filter { !today.lapsed.contains(sorted: $0) }
      first += waiting.prefix(count - first.count)
      first += today.lapsed.prefix(count - first.count)
    }
    return first + new.prefix(min(newCount, count - first.count))
  }

  /// The index of the first day that is not before this one.
  private func place(of day: Int) -> Int { days.partitioningIndex { $0.day >= day } }

  private func today(_ day: Int) -> DueDay? {
    let place = place(of: day)
    return place < days.count && days[place].day == day ? days[place] : nil
  }
}

extension Schedule {
  /// Whether the last review asks for another one on the same day.
  fileprivate var isLapsed: Bool { reviewed >= due }
}

/// Numbers in ascending order, none twice.
extension [Int] {
  fileprivate mutating func insert(sorted number: Int) {
    let place = partitioningIndex { $0 >= number }
    if place == count || self[place] != number { insert(number, at: place) }
  }

  fileprivate mutating func remove(sorted number: Int) {
    let place = partitioningIndex { $0 >= number }
    if place < count, self[place] == number { remove(at: place) }
  }

  fileprivate func contains(sorted number: Int) -> Bool {
    let place = partitioningIndex { $0 >= number }
    return place < count && self[place] == number
  }
}
