import GameKit
import TestSeed
import Testing

@testable import Goal

@Suite("The streak of goals")
struct GoalStreakTests {
  /// The number of 2026-01-05, a Monday.
  private static let monday = 5

  /// Weeks from a Monday on: `x` is a day on which the goal was reached, `.` one on which it was not. The last day can
  /// still be reached.
  private static func streak(_ weeks: String) -> GoalStreak {
    let days = Array(weeks.filter { $0 != " " })
    var reached = DayRuns()
    for (index, day) in days.enumerated() where day == "x" {
      reached.insert(monday + index...monday + index)
    }
    return GoalStreak(reached, openSince: monday + days.count - 1)
  }

  @Test(
    "Days count, a missed day ends the streak, and a freeze that was earned before covers one",
    arguments: [
      // Weeks; streak, best, freezes, and which days are frozen, counted from 0.
      ("", 0, 0, 0, []),
      (".", 0, 0, 0, []),
      ("x", 1, 1, 0, []),
      ("x.", 1, 1, 0, []),
      ("x..", 0, 1, 0, []),
      ("xx.x", 1, 2, 0, []),
      ("xxxx", 4, 4, 0, []),
      // The fifth day of a week earns a freeze, the sixth and seventh none.
      ("xxxxx", 5, 5, 1, []),
      ("xxxxxxx", 7, 7, 1, []),
      ("..xxxxx", 5, 5, 1, []),
      // Five days of two weeks earn none.
      ("...xxxx x", 5, 5, 0, []),
      // The week counts across a streak that has ended.
      ("xx.xxx.", 3, 3, 1, []),
      // A freeze covers the day after, once.
      ("xxxxx.x", 6, 6, 0, [5]),
      ("xxxxx..", 5, 5, 0, [5]),
      ("xxxxx.. .", 0, 5, 0, [5]),
      ("xxxxx..x .", 1, 5, 0, [5]),
      // Two are kept and no more.
      ("xxxxxxx xxxxxxx", 14, 14, 2, []),
      ("xxxxxxx xxxxxxx xxxxxxx", 21, 21, 2, []),
      ("xxxxxxx xxxxxxx ..x", 15, 15, 0, [14, 15]),
      ("xxxxxxx xxxxxxx ...x", 1, 14, 0, [14, 15]),
      // What is earned later covers no day before.
      ("x.xxxxx", 5, 5, 1, []),
    ] as [(String, Int, Int, Int, [Int])])
  func table(_ weeks: String, _ count: Int, _ best: Int, _ freezes: Int, _ frozen: [Int]) {
    let streak = Self.streak(weeks)
    #expect(
      [streak.count, streak.best, streak.freezes] == [count, best, freezes]
        && streak.frozen.map { $0 - Self.monday } == frozen, "\(weeks)")
  }

  @Test("A week begins on Monday, also before day 1")
  func mondays() throws {
    for text in ["2026-11-23", "2026-01-05", "2025-12-29", "2024-02-26"] {
      let monday = try #require(Day(text)).number
      for day in monday..<monday + 7 { #expect(Week.monday(of: day) == monday, "\(text)") }
    }
  }

  /// The rules once more, a day at a time.
  private struct Plain {
    var (count, best, freezes, frozen, ofWeek) = (0, 0, 0, [Int](), 0)

    init(_ reached: Set<Int>, from first: Int, openSince: Int) {
      let end = max(openSince - 1, reached.max() ?? .min)
      guard first <= end else { return }
      for day in first...end {
        // 2026-01-05 was a Monday.
        if (day - 5) % 7 == 0 { ofWeek = 0 }
        if reached.contains(day) {
          count += 1
          best = count > best ? count : best
          ofWeek += 1
          if ofWeek == 5, freezes < 2 { freezes += 1 }
        } else if freezes > 0, count > 0 {
          freezes -= 1
          frozen.append(day)
        } else {
          count = 0
        }
      }
    }
  }

  @Test("Any days reached in any order give the streak that a day-by-day count gives")
  func property() {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<TestLength.count(short: 500, long: 20_000) {
      let length = generator.number(below: 70) + 1
      let density = generator.number(below: 10) + 1
      let days = (5..<5 + length).filter { _ in generator.number(below: 10) < density }
      var runs = DayRuns()
      for day in days.shuffled(using: &generator) + days.prefix(2) { runs.insert(day...day) }
      #expect((0..<length + 10).filter(runs.contains) == days, "seed \(seed)")
      #expect(zip(runs.runs, runs.runs.dropFirst()).allSatisfy { $0.last + 1 < $1.first }, "seed \(seed)")
      let openSince = 5 + length + generator.number(below: 4) - 1
      let (streak, plain) = (GoalStreak(runs, openSince: openSince), Plain(Set(days), from: 5, openSince: openSince))
      #expect(
        [streak.count, streak.best, streak.freezes] == [plain.count, plain.best, plain.freezes]
          && streak.frozen == plain.frozen, "seed \(seed): \(days) until \(openSince)")
    }
  }

  @Test("A streak of a hundred years is found at once, and a gap of a thousand takes no time")
  func long() {
    var runs = DayRuns()
    runs.insert(1...36_500)
    runs.insert(400_000...400_000)
    #expect(GoalStreak(runs, openSince: 400_001).best == 36_500)
    #expect(GoalStreak(runs, openSince: 1_000_000_000).count == 0)
  }
}
