internal import WireProtocol

struct CalendarMonth: Sendable {
  enum Mark: Hashable, Sendable {
    case solved(tries: Int?)
    case notSolved
    /// Past or today's, and unfinished.
    case open
    case future
  }

  let month: Month
  let marks: [Mark]
  let today: Int?

  /// - Parameter today: the civil day, `2026-11-20`.
  init(_ month: Month, _ answer: CalendarAnswer, today: String) {
    self.month = month
    let entries = Dictionary(answer.entries.map { ($0.day, $0) }, uniquingKeysWith: { $0.won ? $0 : $1 })
    let days = (1...month.dayCount).map { month.day($0) }
    self.today = days.firstIndex(of: today).map { $0 + 1 }
    marks = days.map { day in
      if let entry = entries[day] { return entry.won ? .solved(tries: entry.tries) : .notSolved }
      return day > today ? .future : .open
    }
  }

  func mark(_ day: Int) -> Mark { marks.indices.contains(day - 1) ? marks[day - 1] : .future }

  func isSolved(_ day: Int) -> Bool { if case .solved = mark(day) { true } else { false } }

  var solvedCount: Int { (1...month.dayCount).count { isSolved($0) } }

  var playedCount: Int { marks.count { $0 == .notSolved } + solvedCount }

  /// The most consecutive solved days in this month.
  var longestRun: Int {
    var (longest, run) = (0, 0)
    for day in 1...month.dayCount {
      run = isSolved(day) ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
