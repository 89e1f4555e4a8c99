import GameKit

/// All of a simulation's chance comes from one seed: by SplitMix64, under which the worlds that are remembered by their
/// seeds were found.
struct SimulationChance {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(state: seed) }

  mutating func next() -> UInt64 { generator.next() }

  /// From 0 up to but not including `bound`.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  mutating func oneIn(_ bound: Int) -> Bool { below(bound) == 0 }

  mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  mutating func pick<Element>(_ choices: [Element]) -> Element? {
    choices.isEmpty ? nil : choices[below(choices.count)]
  }

  /// Mostly short, sometimes long: what waiting times are like.
  mutating func waiting(about mean: Int) -> Int64 {
    let uniform = Double(next() >> 11) / Double(1 << 53)
    // -ln(u) without the C library: the sum of halvings until a coin falls, smoothed by the rest.
    let halvings = Double((next() | 1 << 62).trailingZeroBitCount)
    return Int64((halvings + uniform) * Double(mean) * 0.67)
  }
}
