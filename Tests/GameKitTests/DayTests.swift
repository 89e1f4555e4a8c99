import Foundation
import GameKit
import Testing
import WireProtocol

@Suite("Days")
struct DayTests {
  @Test("2026-01-01 is day 1, and the day of the protocol's examples is 324")
  func numbering() throws {
    #expect(Day(year: 2026, month: 1, day: 1)?.number == 1)
    #expect(Day("2026-11-20")?.number == 324)
    #expect(Day(number: 0).text == "2025-12-31")
    #expect(Day("1970-01-01")?.number == -20453)
  }

  @Test("Dates and numbers agree with Foundation's calendar over eight centuries, in both directions")
  func agreesWithFoundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let first = try #require(calendar.date(from: DateComponents(year: 1600, month: 1, day: 1)))
    let origin = try #require(calendar.date(from: DateComponents(year: 2026, month: 1, day: 1)))
    let offset = Int((first.timeIntervalSince(origin) / 86_400).rounded()) + 1
    // Foundation's Gregorian calendar is effectively proleptic from 1582 on. All days are iterated by number, and one
    // in eleven is compared, which covers every weekday, month end and leap day.
    for step in stride(from: 0, to: 146_097 * 2, by: 11) {
      let date = first.addingTimeInterval(TimeInterval(step) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let (year, month, day) = (try #require(parts.year), try #require(parts.month), try #require(parts.day))
      let expected = Day(number: offset + step)
      #expect(Day(year: year, month: month, day: day) == expected)
      #expect(expected.text == String(format: "%04d-%02d-%02d", year, month, day))
    }
  }

  @Test("Every number from year 1 to 9999 survives its text form")
  func roundTrip() throws {
    let first = try #require(Day("0001-01-01")).number
    let last = try #require(Day("9999-12-31")).number
    #expect(last - first + 1 == 3_652_059)
    for number in stride(from: first, through: last, by: 97) {
      let day = Day(number: number)
      #expect(Day(day.text) == day)
      #expect(day.next.number == number + 1)
      #expect(day < day.next)
    }
  }

  @Test(
    "An invalid date is refused",
    arguments: [
      "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00", "2026-01-32", "0000-01-01",
      "10000-01-01", "2026-1-1", "2026/01/01", " 2026-01-01", "2026-01-01 ", "+026-01-01", "2026-+1-01", "2026-01-01-",
      "20260101", "", "----", "２０２６-01-01", "2026-01-0a",
    ])
  func refused(text: String) { #expect(Day(text) == nil) }

  @Test("Years divisible by four are leap years, but of the centuries only those divisible by four hundred")
  func leapDays() {
    for (year, exists) in [(2024, true), (2000, true), (2400, true), (1900, false), (2100, false), (2025, false)] {
      #expect((Day(year: year, month: 2, day: 29) != nil) == exists)
    }
  }

  @Test("A number far outside the calendar neither traps nor is parsed as a date", arguments: [Int.max, .min])
  func extremes(number: Int) {
    let day = Day(number: number)
    #expect(Day(day.text) == nil)
    #expect(day.next >= day)
  }

  @Test("A day's JSON is its date, and anything else is refused")
  func codable() throws {
    let day = try #require(Day("2026-11-20"))
    #expect(try JSON(encoding: day) == "2026-11-20")
    #expect(try JSON.string("2026-11-20").decode(Day.self) == day)
    #expect(throws: (any Error).self) { try JSON.string("2026-02-30").decode(Day.self) }
  }
}
