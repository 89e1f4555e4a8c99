package import GameKit

/// Identifies a dealt puzzle, for who has finished it.
///
/// The same word dealt twice is two puzzles, so a race never reveals anything about a daily.
package enum PuzzleScope: Hashable {
  /// A game's puzzle of a day, the same in the whole server.
  case day(game: String, Day)
  /// The puzzle of one round in one room.
  case dealt(room: Int64, round: Int)
}

/// Who may know which puzzle. Every letter, answer and move that leaves the server passes ``mayKnow(_:_:openSince:)``.
struct Knowledge {
  private var days: [Day: [String: Set<PlayerID>]] = [:]
  /// By room and round.
  private var rounds: [Int64: [Int: Set<PlayerID>]] = [:]

  /// Whether a viewer may see a puzzle's secrets: has finished that puzzle, or its day is over and the viewer has a
  /// name.
  ///
  /// - Parameter openSince: the first day whose puzzle may still be played.
  func mayKnow(_ viewer: Player, _ scope: PuzzleScope, openSince: Day) -> Bool {
    if case .day(_, let day) = scope, day < openSince, !viewer.isGuest { return true }
    return hasFinished(viewer.id, scope)
  }

  /// Whether a viewer may see some players' hands: is one of them, or may know everything.
  func mayKnow(_ viewer: Player, handOf players: [PlayerID], _ scope: PuzzleScope, openSince: Day) -> Bool {
    players.contains(viewer.id) || mayKnow(viewer, scope, openSince: openSince)
  }

  /// Whether a player has finished a puzzle.
  func hasFinished(_ player: PlayerID, _ scope: PuzzleScope) -> Bool {
    switch scope {
    case .day(let game, let day): days[day]?[game]?.contains(player) ?? false
    case .dealt(let room, let round): rounds[room]?[round]?.contains(player) ?? false
    }
  }

  mutating func finish(_ scope: PuzzleScope, by player: PlayerID) {
    switch scope {
    case .day(let game, let day):
      days[day, default: [:]][game, default: []].insert(player)
    case .dealt(let room, let round):
      rounds[room, default: [:]][round, default: []].insert(player)
    }
  }

  /// Applies a fact of a room. Of a room's rounds only the last two are kept, for clients that resume across the end of
  /// one.
  ///
  /// - Parameter endsTogether: whether finished players may not know while others still play at the same table.
  mutating func learn(_ event: RoomEvent, in room: Int64, endsTogether: Bool) {
    switch event.content {
    case .finished(_, _, let scope): if !endsTogether { finish(scope, by: event.actor.id) }
    case .round(let deal): forget(.dealt(room: room, round: deal.round &- 2))
    case .roundOver(_, let standings, _, let scope, _):
      for standing in standings { finish(scope, by: standing.id) }
    case .moved, .said, .directed, .presence, .shared, .unshared, .reacted, .removed: break
    }
  }

  /// The players who have finished the rounds of a room, by round.
  func finishers(in room: Int64) -> [Int: Set<PlayerID>] { rounds[room] ?? [:] }

  /// Restores who has finished which dailies.
  mutating func restore(_ entries: [StoredState.FinishedDay]) {
    // They are sorted by day and game: looking both up for each would double the time.
    var rest = entries[...]
    while let first = rest.first {
      let end = rest.firstIndex { $0.day != first.day || $0.game != first.game } ?? rest.endIndex
      let players = rest[..<end].map(\.player)
      days[Day(number: first.day), default: [:]][first.game, default: []].formUnion(players)
      rest = rest[end...]
    }
  }

  func finishedCount(_ scope: PuzzleScope) -> Int {
    switch scope {
    case .day(let game, let day): days[day]?[game]?.count ?? 0
    case .dealt(let room, let round): rounds[room]?[round]?.count ?? 0
    }
  }

  /// The number of puzzles with known finishers.
  var scopeCount: Int { days.values.reduce(0) { $0 + $1.count } + rounds.values.reduce(0) { $0 + $1.count } }

  /// Forgets the rounds of a closed room.
  mutating func forget(room: Int64) { rounds[room] = nil }

  /// Forgets one puzzle, whose finishers are about to be determined again.
  mutating func forget(_ scope: PuzzleScope) {
    switch scope {
    case .day(let game, let day): days[day]?[game] = nil
    case .dealt(let room, let round): rounds[room]?[round] = nil
    }
  }

  /// Forgets days long over: every named player may know them anyway.
  mutating func forgetDays(before day: Day) { days = days.filter { $0.key >= day } }
}
