/// A histogram of the durations of the loop's turns: a connection not served in a turn has waited that long.
public struct TurnTimes: Sendable, Equatable {
  /// The upper bounds of the buckets, in nanoseconds.
  public static let bounds: [UInt64] = [
    100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
    250_000_000, 1_000_000_000,
  ]

  /// Turns by bucket; the last counts those above every bound.
  public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// The sum of all durations.
  public private(set) var nanoseconds: UInt64 = 0

  mutating func count(nanoseconds: UInt64) {
    counts[Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count] += 1
    self.nanoseconds &+= nanoseconds
  }
}
