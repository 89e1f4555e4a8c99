import GameKit

/// A calendar month.
package struct Month {
  /// The numbers of its days.
  package let numbers: ClosedRange<Int>

  /// Reads `2026-11`; `nil` for anything else.
  package init?(_ text: String) {
    guard let first = Day(text + "-01") else { return nil }
    // 31 days later the next month has begun, and is not over.
    let next = Day(String(Day(number: first.number + 31).text.prefix(7)) + "-01")
    guard let next else { return nil }
    numbers = first.number...next.number - 1
  }

  /// Its weeks from Monday to Sunday, a line each below the names of the days.
  ///
  /// - Parameter tile: what stands for the day of a number, two columns wide.
  package func drawn(_ tile: (Int) -> String) -> String {
    let monday = numbers.lowerBound &- Self.weekday(of: numbers.lowerBound)
    let weeks = stride(from: monday, through: numbers.upperBound, by: 7).map { start in
      let week = (start..<start + 7).filter { $0 <= numbers.upperBound }
      let line = week.map { numbers.contains($0) ? tile($0) : "  " }.joined(separator: " ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    return (["Mo Tu We Th Fr Sa Su"] + weeks).joined(separator: "\n")
  }

  /// How many days a day comes after Monday. Day 1, 2026-01-01, was a Thursday.
  package static func weekday(of day: Int) -> Int { ((day &+ 2) % 7 &+ 7) % 7 }
}
