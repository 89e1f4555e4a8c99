import GameKit
import ParlorCore

/// Whose challenges count together: those of a player with a name, or of all guests from one address.
enum Challenger: Hashable {
  case named(PlayerID)
  case guests(of: String)

  var isNamed: Bool { if case .named = self { true } else { false } }
}

/// How many challenges were made in the last minute. It counts the same whether or not the other has blocked anybody:
/// else a refusal would tell of a block.
struct RecentChallenges {
  enum Key: Hashable {
    case from(PlayerID)
    case all(Challenger)
    case to(PlayerID, Challenger)
  }

  private var times: [Key: [Instant]] = [:]

  /// When one of a key may come again; `nil` where it may now.
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
