/// The send times of pending requests on one connection, in nanoseconds; answers arrive in the same order.
struct SendTimes {
  private var slots: [UInt64]
  private var first = 0
  private(set) var count = 0

  init(capacity: Int = 1) { slots = [UInt64](repeating: 0, count: max(1, capacity)) }

  mutating func push(_ time: UInt64) {
    if count == slots.count {
      slots = (0..<count).map { slots[(first + $0) % slots.count] } + [UInt64](repeating: 0, count: count)
      first = 0
    }
    let last = first + count
    slots[last < slots.count ? last : last - slots.count] = time
    count += 1
  }

  /// The send time of the request that was answered; `nil` if none is pending.
  mutating func pop() -> UInt64? {
    guard count > 0 else { return nil }
    let time = slots[first]
    first = first + 1 == slots.count ? 0 : first + 1
    count -= 1
    return time
  }
}
