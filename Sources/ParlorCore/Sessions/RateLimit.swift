/// A token bucket: `burst` commands at once, then a number per second.
struct RateLimit {
  private var thousandths: Int64
  private var last: Instant
  /// The capacity of the largest bucket that was filled at once.
  private var granted: Int

  /// A full bucket.
  init(burst: Int, now: Instant) {
    thousandths = Int64(clamping: burst).multipliedSaturating(by: 1000)
    last = now
    granted = burst
  }

  /// Fills the additional part of a larger bucket, once: becoming a bot repeatedly gains nothing.
  mutating func raise(to burst: Int) {
    guard burst > granted else { return }
    let more = Int64(clamping: burst) - Int64(clamping: granted)
    let (sum, overflow) = thousandths.addingReportingOverflow(more.multipliedSaturating(by: 1000))
    thousandths = overflow ? .max : sum
    granted = burst
  }

  /// Takes one or several commands out of the bucket.
  ///
  /// - Returns: `nil` if they may be executed, otherwise the milliseconds until one may.
  mutating func take(_ count: Int = 1, burst: Int, perSecond: Int, now: Instant) -> Int? {
    let full = Int64(clamping: burst).multipliedSaturating(by: 1000)
    let gained = now.milliseconds(since: last).multipliedSaturating(by: Int64(clamping: perSecond))
    let (sum, overflow) = thousandths.addingReportingOverflow(gained)
    thousandths = overflow ? full : min(full, sum)
    last = max(last, now)
    let wanted = Int64(clamping: count).multipliedSaturating(by: 1000)
    if thousandths >= wanted {
      thousandths -= wanted
      return nil
    }
    return Int((wanted - thousandths) / Int64(max(1, perSecond))) + 1
  }
}

extension Int64 {
  fileprivate func multipliedSaturating(by factor: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
