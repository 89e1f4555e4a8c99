import GameKit

/// Samples events for the server log: at most ``mostPerMinute`` a minute are logged, so that a flood does not fill it.
/// The next logged one has the number of omitted ones.
struct LogSampler {
  static let mostPerMinute = 20

  private var began: Instant?
  private var logged = 0
  private var skipped = 0

  /// Counts an event.
  ///
  /// - Returns: the number of omitted ones before it; `nil` if this one is omitted too.
  mutating func count(at now: Instant) -> Int? {
    if began.map({ now.milliseconds(since: $0) >= 60_000 }) ?? true { (began, logged) = (now, 0) }
    guard logged < Self.mostPerMinute else {
      skipped += 1
      return nil
    }
    logged += 1
    defer { skipped = 0 }
    return skipped
  }
}
