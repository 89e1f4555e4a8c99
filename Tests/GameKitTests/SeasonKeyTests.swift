import GameKit
import Testing
import WireProtocol

@Suite("The order of the dailies")
struct SeasonKeyTests {
  private let key = SeasonKey(hashing: "parlor".utf8)

  @Test("No entry repeats within a cycle, before day 1 as well as after")
  func noRepeats() {
    for count in [1, 2, 5, 29] {
      for cycle in -3...3 {
        let days = (0..<count).map { Day(number: cycle * count + 1 + $0) }
        let found = days.map { key.index(for: $0, purpose: "wordle", count: count) }
        #expect(Set(found) == Set(0..<count), "cycle \(cycle) of \(count)")
      }
    }
  }

  @Test("The order is frozen: the entry of a day never changes")
  func frozen() {
    let days = [1, 2, 3, 324, 2309, 2310, 0, -1]
    let found = days.map { key.index(for: Day(number: $0), purpose: "wordle", count: 2309) }
    #expect(found == [1874, 1920, 2278, 1021, 2215, 2245, 284, 702])
    let small = (-4...11).map { key.index(for: Day(number: $0), purpose: "wordle", count: 5) }
    #expect(small == [4, 2, 3, 1, 0, 1, 3, 0, 2, 4, 4, 2, 3, 1, 0, 4])
  }

  @Test("Cycles, games and seasons have different orders")
  func independence() {
    let other = SeasonKey(hashing: "another".utf8)
    func order(_ key: SeasonKey, _ purpose: String, _ cycle: Int) -> [Int] {
      (1...40).map { key.index(for: Day(number: cycle * 40 + $0), purpose: purpose, count: 40) }
    }
    let orders = [order(key, "wordle", 0), order(key, "wordle", 1), order(key, "worm", 0), order(other, "wordle", 0)]
    #expect(Set(orders).count == orders.count)
  }

  @Test("An empty pool and days at the ends of the number line do not trap")
  func extremes() {
    #expect(key.index(for: Day(number: 1), purpose: "wordle", count: 0) == 0)
    for number in [Int.min, .max] {
      #expect((0..<7).contains(key.index(for: Day(number: number), purpose: "wordle", count: 7)))
    }
  }

  @Test("Digests differ by purpose and do not reveal the key")
  func digests() {
    #expect(key.bytes.count == 32)
    #expect(key.digest(for: "a") != key.digest(for: "b"))
    #expect(key.digest(for: "").bytes != key.bytes)
  }

  @Test("A key's cache of orders returns the same orders as a new key")
  func manyOrders() {
    let days = (0..<40).flatMap { [Day(number: $0 * 30 + 1), Day(number: $0 * 30 + 17), Day(number: 5)] }
    for count in [30, 31] {
      for purpose in ["wordle", "quiz"] {
        let fresh = days.map { SeasonKey(hashing: "parlor".utf8).index(for: $0, purpose: purpose, count: count) }
        #expect(days.map { key.index(for: $0, purpose: purpose, count: count) } == fresh)
      }
    }
  }
}
