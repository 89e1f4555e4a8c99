import GameKit
import Testing

@Suite("The seeded generator")
struct SeededGeneratorTests {
  @Test("SplitMix64 gives the published numbers for seed 1234567")
  func splitMix() {
    var generator = SplitMix64(state: 1_234_567)
    let expected: [UInt64] = [
      6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]
    #expect(expected.map { _ in generator.next() } == expected)
  }

  @Test("xoshiro256** gives the published numbers for the state 1, 2, 3, 4")
  func xoshiro() {
    var generator = SeededGenerator(state: (1, 2, 3, 4))
    let expected: [UInt64] = [
      11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600, 16172922978634559625,
      8476171486693032832, 10595114339597558777, 2904607092377533576,
    ]
    #expect(expected.map { _ in generator.next() } == expected)
  }

  // The numbers below are from a second implementation in Python. They are frozen: a change would change every seeded
  // puzzle.

  @Test("A seed fills the state through SplitMix64")
  func seeding() {
    var generator = SeededGenerator(seed: 42)
    let expected: [UInt64] = [
      1546998764402558742, 6990951692964543102, 12544586762248559009, 17057574109182124193,
    ]
    #expect(expected.map { _ in generator.next() } == expected)
  }

  @Test("A state of zeros, from which the generator could not advance, becomes seed 0")
  func zeros() {
    var (stuck, seeded) = (SeededGenerator(state: (0, 0, 0, 0)), SeededGenerator(seed: 0))
    let numbers = (0..<4).map { _ in stuck.next() }
    #expect(numbers == (0..<4).map { _ in seeded.next() })
    #expect(Set(numbers).count == 4)
  }

  @Test(
    "Bounded numbers are frozen",
    arguments: [
      (UInt64(2026), 6, [3, 1, 4, 5, 4, 4, 5, 4, 5, 1, 5, 1, 5, 4, 2, 4]),
      (2026, 2309, [1324, 655, 1876, 2063, 1874, 1821, 1925, 1913]),
      // A bound of a quarter of the range, where some draws are rejected.
      (
        7, (1 << 62) + 1,
        [1285513147583695668, 3872098226623159910, 4524514661162294416, 4569536494109524166]
      ),
      (7, .max, [6461677535414237996, 2571026295167391336, 7744196453246319818, 9049029322324588831]),
    ])
  func bounded(seed: UInt64, bound: Int, expected: [Int]) {
    var generator = SeededGenerator(seed: seed)
    #expect(expected.map { _ in generator.number(below: bound) } == expected)
  }

  @Test("A bound of one, zero or less gives zero")
  func noRange() {
    var generator = SeededGenerator(seed: 1)
    for bound in [1, 0, -1, .min] { #expect(generator.number(below: bound) == 0) }
  }

  @Test("Shuffles are frozen, and draw one number for each element but the first")
  func shuffles() {
    var generator = SeededGenerator(seed: 1)
    var twelve = Array(0..<12)
    generator.shuffle(&twelve)
    #expect(twelve == [7, 2, 4, 11, 6, 0, 1, 9, 3, 10, 5, 8])

    generator = SeededGenerator(seed: 0)
    var five = Array(0..<5)
    generator.shuffle(&five)
    #expect(five == [1, 4, 0, 2, 3])
    #expect(generator.next() == 13521403990117723737)
  }

  @Test("Shuffling zero or one element draws no number")
  func trivialShuffles() {
    var (shuffling, untouched) = (SeededGenerator(seed: 3), SeededGenerator(seed: 3))
    var (none, one): ([Int], [Int]) = ([], [1])
    shuffling.shuffle(&none)
    shuffling.shuffle(&one)
    #expect(shuffling.next() == untouched.next())
  }

  @Test("Every order of four elements is about equally frequent")
  func fairness() {
    var generator = SeededGenerator(seed: 99)
    var counts: [[Int]: Int] = [:]
    for _ in 0..<24_000 {
      var order = Array(0..<4)
      generator.shuffle(&order)
      counts[order, default: 0] += 1
    }
    #expect(counts.count == 24)
    for count in counts.values { #expect((850...1150).contains(count)) }
  }
}
