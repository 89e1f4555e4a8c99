import GameKit
import ParlorCore

/// How many challenges came from a player or an address, or to a player, in the last minute.
struct RecentChallenges {
  private var times: [String: [Instant]] = [:]

  /// When one of a key may come again; `nil` where it may now.
  func wait(for key: String, most: Int, at now: Instant) -> Int? {
    let recent = (times[key] ?? []).filter { now.milliseconds(since: $0) < 60_000 }
    guard recent.count >= most, let first = recent.first else { return nil }
    return Int(clamping: first.adding(milliseconds: 60_000).milliseconds(since: now))
  }

  mutating func note(_ keys: [String], at now: Instant) {
    if times.count > 4096 { times = times.filter { now.milliseconds(since: $1.last ?? now) < 60_000 } }
    for key in keys {
      times[key] = (times[key] ?? []).filter { now.milliseconds(since: $0) < 60_000 } + [now]
    }
  }
}
