/// A civil date in the server's time zone, and the number of its daily puzzles.
public struct Day: Hashable, Comparable, Codable, Sendable {
  /// Days, where 2026-01-01 is 1; every game's daily of a day has this number.
  public let number: Int

  /// The day with a number. The number is clamped, so that arithmetic on days cannot overflow.
  public init(number: Int) { self.number = min(max(number, -Self.farthest), Self.farthest) }

  /// The civil date that many days after 1970-01-01.
  public init(daysSince1970 days: Int) {
    self.init(number: days.subtractingReportingOverflow(Self.offset).partialValue)
  }

  /// A Gregorian date, years 1 to 9999; `nil` if it does not exist.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let number = Self.daysSince1970(year: year, month: month, day: day) - Self.offset
    let back = Self.civil(daysSince1970: number + Self.offset)
    guard back == (year, month, day) else { return nil }
    self.number = number
  }

  /// Parses `2026-11-20`; `nil` for anything else.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2] else { return nil }
    let numbers = parts.compactMap { part -> Int? in
      part.allSatisfy { (0x30...0x39).contains($0) } ? Int(String(decoding: part, as: UTF8.self)) : nil
    }
    guard numbers.count == 3 else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// `2026-11-20`.
  public var text: String {
    let (year, month, day) = Self.civil(daysSince1970: number + Self.offset)
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The day after.
  public var next: Day { Day(number: number + 1) }

  public static func < (left: Day, right: Day) -> Bool { left.number < right.number }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = Day(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a date like 2026-11-20")
    }
    self = day
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// Days from 1970-01-01 to the day before 2026-01-01.
  private static let offset = 20453
  /// Ten times the days in 64 bits of milliseconds.
  private static let farthest = 1_000_000_000_000

  /// From "chrono-Compatible Low-Level Date Algorithms" by Howard Hinnant (`days_from_civil`).
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDivide(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146097 + dayOfEra - 719468
  }

  /// The inverse, `civil_from_days` of the same source.
  private static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719468
    let era = floorDivide(shifted, 146097)
    let dayOfEra = shifted - era * 146097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
    dividend >= 0 ? dividend / divisor : (dividend - divisor + 1) / divisor
  }
}
