import GameKit

/// Which wrong passwords and codes the operator's log tells of: so many a minute, so that a flood does not fill it. Of the
/// others there is their number, with the next one that is told.
struct LoggedTries {
  /// How many are told in a minute.
  static let mostPerMinute = 20

  private var began: Instant?
  private var told = 0
  private var untold = 0

  /// Counts one.
  ///
  /// - Returns: how many before it were not told; `nil` if this one is not to be told either.
  mutating func count(at now: Instant) -> Int? {
    if began.map({ now.milliseconds(since: $0) >= 60_000 }) ?? true { (began, told) = (now, 0) }
    guard told < Self.mostPerMinute else {
      untold += 1
      return nil
    }
    told += 1
    defer { untold = 0 }
    return untold
  }
}
