import GameKit

/// Names one dealt puzzle: what somebody has or has not finished.
///
/// The same word dealt twice is two puzzles, so that a race never tells anything about a daily.
enum PuzzleScope: Hashable {
  /// A game's puzzle of a day, the same in the whole server.
  case day(game: String, Day)
  /// The puzzle of one round in one room.
  case dealt(room: Int64, round: Int)
}

/// Who may know which puzzle. Every letter, answer and move that leaves the server passes ``mayKnow(_:_:today:)``.
struct Knowledge {
  private var days: [Day: [String: Set<PlayerID>]] = [:]
  /// Of each room the last round only: what was before is told to nobody any more.
  private var rounds: [Int64: (round: Int, players: Set<PlayerID>)] = [:]

  /// Whether a viewer may see a puzzle's secrets: has finished that puzzle, or its day is over and the
  /// viewer is logged in.
  func mayKnow(_ viewer: Player, _ scope: PuzzleScope, today: Day) -> Bool {
    switch scope {
    case .day(let game, let day):
      if day < today && !viewer.isGuest { return true }
      return days[day]?[game]?.contains(viewer.id) ?? false
    case .dealt(let room, let round):
      guard let last = rounds[room], last.round == round else { return false }
      return last.players.contains(viewer.id)
    }
  }

  mutating func finish(_ scope: PuzzleScope, by player: PlayerID) {
    switch scope {
    case .day(let game, let day):
      days[day, default: [:]][game, default: []].insert(player)
    case .dealt(let room, let round):
      if rounds[room]?.round != round { rounds[room] = (round, []) }
      rounds[room]?.players.insert(player)
    }
  }

  func finishedCount(_ scope: PuzzleScope) -> Int {
    switch scope {
    case .day(let game, let day): days[day]?[game]?.count ?? 0
    case .dealt(let room, let round):
      if let last = rounds[room], last.round == round { last.players.count } else { 0 }
    }
  }

  /// Forgets the rounds of a room that is gone.
  mutating func forget(room: Int64) { rounds[room] = nil }

  /// Forgets one puzzle, whose finishers are to be found out again.
  mutating func forget(_ scope: PuzzleScope) {
    switch scope {
    case .day(let game, let day): days[day]?[game] = nil
    case .dealt(let room, _): rounds[room] = nil
    }
  }

  /// Forgets days long over: who was logged in may know them anyway.
  mutating func forgetDays(before day: Day) { days = days.filter { $0.key >= day } }
}
