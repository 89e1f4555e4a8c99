package import GameKit
package import WireProtocol

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

  /// Appends its weeks from Monday to Sunday, a line each below the names of the days.
  ///
  /// - Parameters:
  ///   - tile: the text of a day, by its number, two columns wide.
  ///   - link: the link of a day.
  package func add(to page: inout DrawnPage, tile: (Int) -> String, link: (Int) -> DrawnPage.Link?) {
    page.add("Mo   Tu   We   Th   Fr   Sa   Su")
    let monday = numbers.lowerBound &- Self.weekday(of: numbers.lowerBound)
    for start in stride(from: monday, through: numbers.upperBound, by: 7) {
      page.add(
        (start..<start + 7).filter { $0 <= numbers.upperBound }.flatMap { day -> [(String, DrawnPage.Link?)] in
          guard numbers.contains(day) else { return [("     ", nil)] }
          let number = day &- numbers.lowerBound &+ 1
          let gap = day == numbers.upperBound || day == start + 6 ? "" : " "
          return [((number < 10 ? " " : "") + "\(number)" + tile(day), link(day)), (gap, nil)]
        })
    }
  }

  /// Offers the month before it, and the next one unless that has not begun.
  package func offerOthers(on page: inout DrawnPage, until today: Day, _ request: (String) -> any WireRequest) {
    if let before = text(later: -1) { page.offer(.init("month before", request(before), key: "p")) }
    guard numbers.upperBound < today.number, let next = text(later: 1) else { return }
    page.offer(.init("next month", request(next), key: "n"))
  }

  /// The month after it, or before it, as `2026-11`; `nil` before the first day there is.
  package func text(later months: Int) -> String? {
    let number = months > 0 ? numbers.upperBound &+ 1 : numbers.lowerBound &- 1
    return number < 1 ? nil : String(Day(number: number).text.prefix(7))
  }

  /// The number of days since Monday. Day 1, 2026-01-01, was a Thursday.
  package static func weekday(of day: Int) -> Int { ((day &+ 2) % 7 &+ 7) % 7 }
}
