/// A histogram of latencies with constant memory and a relative error below 1 %.
struct Latencies {
  /// Each power of two is divided into this many buckets.
  private static let steps = 128
  private static let stepBits = 7

  private var buckets = [Int](repeating: 0, count: (64 - stepBits + 1) * steps)
  private(set) var count = 0
  /// The longest latency in nanoseconds, exact.
  private(set) var maximum: UInt64 = 0

  mutating func record(_ nanoseconds: UInt64) {
    buckets[Self.bucket(of: nanoseconds)] += 1
    count += 1
    if nanoseconds > maximum { maximum = nanoseconds }
  }

  /// A percentile (0.5 for the median) in nanoseconds; 0 if there are no latencies.
  func percentile(_ share: Double) -> UInt64 {
    guard count > 0 else { return 0 }
    let rank = min(count, max(1, Int((share * Double(count)).rounded(.up))))
    var seen = 0
    for (index, number) in buckets.enumerated() where number > 0 {
      seen += number
      if seen >= rank { return min(maximum, Self.upperBound(of: index)) }
    }
    return maximum
  }

  private static func bucket(of value: UInt64) -> Int {
    guard value >= UInt64(steps) else { return Int(value) }
    let shift = 63 - value.leadingZeroBitCount - stepBits
    return (shift + 1) * steps + Int(truncatingIfNeeded: (value >> UInt64(shift)) & UInt64(steps - 1))
  }

  private static func upperBound(of bucket: Int) -> UInt64 {
    guard bucket >= steps else { return UInt64(bucket) }
    let shift = UInt64(bucket / steps - 1)
    let lower = UInt64(steps + bucket % steps) << shift
    return lower &+ ((1 << shift) &- 1)
  }
}
