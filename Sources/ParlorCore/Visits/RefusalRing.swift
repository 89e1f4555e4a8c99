import GameKit

/// What players were refused in the last hour, in memory alone: the newest of each of a bounded number of players.
struct RefusalRing {
  /// Requests of one kind in a row that were refused alike.
  struct Refusal: Hashable {
    /// When the last of them was.
    var at: Instant
    let request: String
    let code: String
    var count = 1
  }

  /// What is older is not shown.
  static let milliseconds: Int64 = 3_600_000
  /// Of how many players, and how many of each.
  static let (mostPlayers, mostOfPlayer) = (1024, 16)

  private var byPlayer: [PlayerID: [Refusal]] = [:]
  /// Those players, by their first refusal: the first one makes room for another.
  private var order: [PlayerID] = []

  mutating func add(_ request: String, _ code: String, of player: PlayerID, at now: Instant) {
    if byPlayer[player] == nil {
      order.append(player)
      if order.count > Self.mostPlayers { byPlayer[order.removeFirst()] = nil }
    }
    var own = byPlayer[player] ?? []
    if let last = own.last, last.request == request, last.code == code {
      own[own.count - 1].at = now
      own[own.count - 1].count += 1
    } else {
      own.append(Refusal(at: now, request: request, code: code))
      own.removeFirst(max(0, own.count - Self.mostOfPlayer))
    }
    byPlayer[player] = own
  }

  /// The oldest first.
  func refusals(of player: PlayerID, at now: Instant) -> [Refusal] {
    (byPlayer[player] ?? []).filter { now.milliseconds(since: $0.at) < Self.milliseconds }
  }

  mutating func forget(_ player: PlayerID) {
    if byPlayer.removeValue(forKey: player) != nil { order.removeAll { $0 == player } }
  }
}
