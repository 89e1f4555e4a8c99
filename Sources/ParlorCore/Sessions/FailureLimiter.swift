import GameKit

/// How many wrong passwords, or codes of rooms, may be tried: so many at once, then one each time a while has passed.
/// They are counted for a name and an address together, so that nobody is kept from their own name by what others try
/// elsewhere, and for the address.
///
/// Counted as the generic cell rate algorithm does it (ITU-T I.371): of each there is only the moment at which all
/// tries are there again.
struct FailureLimiter {
  /// What is counted: for a name from an address, or for an address.
  private struct Key: Hashable {
    let address: String
    let name: String?
  }

  /// How many may be tried at once.
  struct Bounds {
    /// For a name from an address.
    var name: Int
    /// For an address.
    var address: Int
    /// Milliseconds after which there is one try more.
    var interval: Int64
  }

  private var fullAt: [Key: Instant] = [:]
  /// At how many those are let go who have all their tries again.
  private var sweepAt = 1024

  /// Takes a try; one that turns out to be right is to be given back.
  ///
  /// - Returns: `nil` if there was one, otherwise the milliseconds until there is.
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

  /// How many tries of an address, for whatever names, are taken at a moment.
  func taken(from address: String, _ bounds: Bounds, now: Instant) -> Int {
    guard let fullAt = fullAt[Key(address: address, name: nil)], fullAt > now else { return 0 }
    return Int((fullAt.milliseconds(since: now) + bounds.interval - 1) / bounds.interval)
  }

  /// Gives a try back.
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
