import GameKit
import TextMode

/// A calendar month.
struct Month {
  /// The numbers of its days.
  let numbers: ClosedRange<Int>

  /// Reads `2026-11`; `nil` for anything else.
  init?(_ text: String) {
    guard let first = Day(text + "-01") else { return nil }
    // 31 days later the next month has begun, and is not over.
    let next = Day(String(Day(number: first.number + 31).text.prefix(7)) + "-01")
    guard let next else { return nil }
    numbers = first.number...next.number - 1
  }

  /// Its weeks from Monday to Sunday, a line each.
  func drawn(_ tile: (Int) -> String) -> [String] {
    let monday = Week.monday(of: numbers.lowerBound)
    return stride(from: monday, through: numbers.upperBound, by: 7).map { start in
      let week = (start..<start + 7).filter { $0 <= numbers.upperBound }
      let line = week.map { numbers.contains($0) ? tile($0) : "  " }.joined(separator: " ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
