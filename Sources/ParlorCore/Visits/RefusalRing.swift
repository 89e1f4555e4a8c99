import GameKit

/// Refusals of players in the last hour, in memory only: the newest of each of a bounded number of players, and the
/// number of displaced ones.
struct RefusalRing {
  /// Consecutive equal refusals of one kind of request.
  struct Refusal: Hashable {
    /// The time of the last one.
    var at: Instant
    let request: String
    let code: String
    var count = 1
  }

  /// The age up to which refusals are shown.
  static let milliseconds: Int64 = 3_600_000
  /// The most players, and the most refusals of each.
  static let (mostPlayers, mostOfPlayer) = (1024, 16)

  /// Displaced refusals.
  struct Gap: Hashable {
    var count: Int
    let from: Instant
    var until: Instant
  }

  private var byPlayer: [PlayerID: [Refusal]] = [:]
  private var gaps: [PlayerID: Gap] = [:]
  /// The players, by their first refusal: the first one is displaced first.
  private var order: [PlayerID] = []

  mutating func add(_ request: String, _ code: String, of player: PlayerID, at now: Instant) {
    if byPlayer[player] == nil {
      order.append(player)
      if order.count > Self.mostPlayers {
        let first = order.removeFirst()
        (byPlayer[first], gaps[first]) = (nil, nil)
      }
    }
    var own = byPlayer[player] ?? []
    if let last = own.last, last.request == request, last.code == code {
      own[own.count - 1].at = now
      own[own.count - 1].count += 1
    } else {
      own.append(Refusal(at: now, request: request, code: code))
      if own.count > Self.mostOfPlayer { omit(own.removeFirst(), of: player) }
    }
    byPlayer[player] = own
  }

  private mutating func omit(_ refusal: Refusal, of player: PlayerID) {
    let known = gaps[player].flatMap { refusal.at.milliseconds(since: $0.until) < Self.milliseconds ? $0 : nil }
    gaps[player] = Gap(
      count: refusal.count + (known?.count ?? 0), from: known?.from ?? refusal.at, until: refusal.at)
  }

  /// The displaced refusals of the last hour, if any.
  func gap(of player: PlayerID, at now: Instant) -> Gap? {
    gaps[player].flatMap { now.milliseconds(since: $0.until) < Self.milliseconds ? $0 : nil }
  }

  /// The oldest first.
  func refusals(of player: PlayerID, at now: Instant) -> [Refusal] {
    (byPlayer[player] ?? []).filter { now.milliseconds(since: $0.at) < Self.milliseconds }
  }

  mutating func forget(_ player: PlayerID) {
    gaps[player] = nil
    if byPlayer.removeValue(forKey: player) != nil { order.removeAll { $0 == player } }
  }
}
