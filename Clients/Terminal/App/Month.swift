struct Month: Hashable, Sendable {
  var year: Int
  var month: Int

  /// Parses `2026-11`, also at the beginning of `2026-11-20`.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].count == 4, parts[1].count == 2, let year = Int(parts[0]),
      let month = Int(parts[1]), 1...12 ~= month, year > 0
    else { return nil }
    (self.year, self.month) = (year, month)
  }

  /// `2026-11`.
  var text: String { Self.padded(year, 4) + "-" + Self.padded(month, 2) }

  /// `November 2026`.
  var title: String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    return "\(names[month - 1]) \(year)"
  }

  /// `2026-11-05`.
  func day(_ day: Int) -> String { text + "-" + Self.padded(day, 2) }

  func later(by months: Int) -> Month {
    let index = max(12, min(year * 12 + month - 1 + months, 9999 * 12 + 11))
    var other = self
    (other.year, other.month) = (index / 12, index % 12 + 1)
    return other
  }

  var dayCount: Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// The weekday of the first day: 0 for Monday.
  var firstWeekday: Int {
    // Sakamoto's method, which counts from Sunday.
    let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    let y = month < 3 ? year - 1 : year
    let fromSunday = (y + y / 4 - y / 100 + y / 400 + offsets[month - 1] + 1) % 7
    return (fromSunday + 6) % 7
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
