import GameKit

/// Limits wrong passwords, or codes of rooms: a number at once, then one per interval. They are counted for a name with
/// an address, so that nobody is locked out of their own name by others' attempts elsewhere, and for the address.
///
/// By the generic cell rate algorithm (ITU-T I.371): of each key only the time at which all attempts are available
/// again is stored.
struct FailureLimiter {
  /// The counted key: a name with an address, or an address.
  private struct Key: Hashable {
    let address: String
    let name: String?
  }

  /// The limits.
  struct Bounds {
    /// Attempts for a name with an address.
    var name: Int
    /// Attempts for an address.
    var address: Int
    /// Milliseconds after which another attempt is available.
    var interval: Int64
  }

  private var fullAt: [Key: Instant] = [:]
  /// The number of keys at which those with all attempts are dropped.
  private var sweepAt = 1024

  /// Counts an attempt, which is to be given back if it is right.
  ///
  /// - Returns: `nil` if one was available, otherwise the milliseconds until one is.
  mutating func take(_ name: String, from address: String, _ bounds: Bounds, now: Instant) -> Int? {
    sweep(now)
    let keys = [(Key(address: address, name: name), bounds.name), (Key(address: address, name: nil), bounds.address)]
    let next = keys.map { key, _ in max(fullAt[key] ?? now, now).adding(milliseconds: bounds.interval) }
    let waits = zip(keys, next).map { key, next in
      next.milliseconds(since: now) - Int64(key.1) * bounds.interval
    }
    if let wait = waits.max(), wait > 0 { return Int(wait) }
    for (key, next) in zip(keys, next) { fullAt[key.0] = next }
    return nil
  }

  /// The number of recent attempts of an address, for any names.
  func taken(from address: String, _ bounds: Bounds, now: Instant) -> Int {
    guard let fullAt = fullAt[Key(address: address, name: nil)], fullAt > now else { return 0 }
    return Int((fullAt.milliseconds(since: now) + bounds.interval - 1) / bounds.interval)
  }

  /// Gives an attempt back.
  mutating func giveBack(_ name: String, from address: String, _ bounds: Bounds) {
    for name in [name, nil] {
      let key = Key(address: address, name: name)
      fullAt[key] = fullAt[key]?.adding(milliseconds: -bounds.interval)
    }
  }

  private mutating func sweep(_ now: Instant) {
    guard fullAt.count >= sweepAt else { return }
    fullAt = fullAt.filter { $0.value > now }
    sweepAt = max(1024, 2 * fullAt.count)
  }
}
