public import WireProtocol

/// The project's only generator, specified bit for bit: xoshiro256** by Blackman and Vigna, seeded through SplitMix64,
/// with Lemire's unbiased bounded numbers and Fisher–Yates from the last element down.
///
/// A seed gives the same puzzle on every platform and in every later version. Therefore puzzles use neither
/// `SystemRandomNumberGenerator` nor the standard library's `shuffle(using:)`, whose algorithm is not specified.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// A generator whose state is filled from `seed` by SplitMix64, as its authors recommend.
  public init(seed: UInt64) {
    var mixer = SplitMix64(state: seed)
    state = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  /// A generator with a given state; all zeros, from which it could not advance, become seed 0.
  public init(state: (UInt64, UInt64, UInt64, UInt64)) {
    self.init(seed: 0)
    if state != (0, 0, 0, 0) { self.state = state }
  }

  /// A generator with all 256 bits of a digest: for orders that must not be guessable.
  public init(digest: SHA256.Digest) {
    let bytes = digest.bytes
    func word(_ index: Int) -> UInt64 {
      bytes[index * 8..<index * 8 + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.init(state: (word(0), word(1), word(2), word(3)))
  }

  public mutating func next() -> UInt64 {
    let result = Self.rotate(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = Self.rotate(state.3, by: 45)
    return result
  }

  /// A number from 0 up to but not including `bound`; 0 when the bound is not positive.
  ///
  /// Lemire, "Fast Random Integer Generation in an Interval" (2019).
  public mutating func number(below bound: Int) -> Int { boundedNumber(below: bound) }

  /// Shuffles the elements: Fisher–Yates from the last element down.
  public mutating func shuffle<Element>(_ elements: inout [Element]) { shuffleDown(&elements) }

  /// Up to `limit` of the elements, in random order.
  mutating func some<Element>(of elements: [Element], _ limit: Int) -> [Element] {
    var elements = elements
    shuffle(&elements)
    return Array(elements.prefix(max(0, limit)))
  }

  private static func rotate(_ value: UInt64, by count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }
}

extension RandomNumberGenerator {
  /// Lemire's unbiased number below a bound.
  @inline(__always)
  mutating func boundedNumber(below bound: Int) -> Int {
    guard bound > 0 else { return 0 }
    let range = UInt64(bound)
    var product = next().multipliedFullWidth(by: range)
    if product.low < range {
      let threshold = (0 &- range) % range
      while product.low < threshold { product = next().multipliedFullWidth(by: range) }
    }
    return Int(product.high)
  }

  /// Fisher–Yates from the last element down.
  @inline(__always)
  mutating func shuffleDown<Element>(_ elements: inout [Element]) {
    guard elements.count > 1 else { return }
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, boundedNumber(below: last + 1))
    }
  }
}

/// SplitMix64 by Steele, Lea and Flood: spreads one seed over a larger state.
package struct SplitMix64 {
  private var state: UInt64

  /// A generator that starts at `state`.
  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
