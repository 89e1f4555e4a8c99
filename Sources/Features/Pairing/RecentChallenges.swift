import GameKit
import ParlorCore

/// The challenger for limits: a named player, or all guests of one address.
enum Challenger: Hashable {
  case named(PlayerID)
  case guests(of: String)

  var isNamed: Bool { if case .named = self { true } else { false } }
}

/// The number of challenges in the last minute. It is independent of blocks: a refusal would reveal one otherwise.
struct RecentChallenges {
  enum Key: Hashable {
    case from(PlayerID)
    case all(Challenger)
    case to(PlayerID, Challenger)
  }

  private var times: [Key: [Instant]] = [:]

  /// When a key may challenge again; `nil` for now.
  func wait(for key: Key, most: Int, at now: Instant) -> Int? {
    let recent = (times[key] ?? []).filter { now.milliseconds(since: $0) < 60_000 }
    guard recent.count >= most, let first = recent.first else { return nil }
    return Int(clamping: first.adding(milliseconds: 60_000).milliseconds(since: now))
  }

  mutating func note(_ keys: some Sequence<Key>, at now: Instant) {
    if times.count > 4096 { times = times.filter { now.milliseconds(since: $1.last ?? now) < 60_000 } }
    for key in keys {
      times[key] = (times[key] ?? []).filter { now.milliseconds(since: $0) < 60_000 } + [now]
    }
  }
}
