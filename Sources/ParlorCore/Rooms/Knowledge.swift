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
  private var finished: [PuzzleScope: Set<PlayerID>] = [:]

  /// Whether a viewer may see a puzzle's secrets: has finished that puzzle, or its day is over and the
  /// viewer is logged in.
  func mayKnow(_ viewer: Player, _ scope: PuzzleScope, today: Day) -> Bool {
    if finished[scope]?.contains(viewer.id) == true { return true }
    if case .day(_, let day) = scope { return day < today && !viewer.isGuest }
    return false
  }

  mutating func finish(_ scope: PuzzleScope, by player: PlayerID) {
    finished[scope, default: []].insert(player)
  }

  /// How many puzzles anybody is remembered to have finished.
  var scopeCount: Int { finished.count }

  func finishedCount(_ scope: PuzzleScope) -> Int { finished[scope]?.count ?? 0 }

  mutating func forget(_ scope: PuzzleScope) { finished[scope] = nil }

  /// Forgets days long over: who was logged in may know them anyway.
  mutating func forgetDays(before day: Day) {
    finished = finished.filter { scope, _ in
      if case .day(_, let old) = scope { old >= day } else { true }
    }
  }
}
