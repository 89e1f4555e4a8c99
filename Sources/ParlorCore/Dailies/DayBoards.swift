public import GameKit
import WireProtocol

/// A board of the day that is stored: where an index finds it.
public struct StoredDayBoard: Hashable, Sendable {
  /// Its match.
  public let match: Int64
  /// Whose it is.
  public let player: PlayerID
  /// The number of its puzzle's day.
  public let day: Int

  /// A row.
  public init(match: Int64, player: PlayerID, day: Int) {
    (self.match, self.player, self.day) = (match, player, day)
  }
}

/// The boards of the day in a daily's room: those of players who are here or were until a moment ago, and where the
/// others are stored.
///
/// The boards of a player in a room are loaded together and leave memory together. A board without a move is not
/// stored: the time at which its player first saw the puzzle is enough to deal it again.
final class DayBoards {
  /// Those in memory.
  private(set) var loaded = Boards()
  /// The matches of those that are not, by day and player. A day's numbers are dropped as a whole.
  private var stored: [Int: [PlayerID: Int64]] = [:]
  /// Boards without a move of players who are not here.
  private var seen: [PlayerID: FirstSight] = [:]

  /// What stays of a board without a move.
  struct FirstSight {
    let match: Int64
    /// When its player first saw the puzzle.
    let at: Instant
  }

  /// When boards leave memory whose players have left.
  private var departures = DeadlineQueue<PlayerID>()

  /// What midnight has left to do; `nil` when all is done.
  var turn: DayTurn?

  // MARK: - Boards in memory

  func deal(_ table: Boards.Table?) { loaded.deal(table) }

  func sit(_ seat: Seat) { loaded.sit(seat) }

  func finish(_ player: PlayerID, _ scope: PuzzleScope, _ result: Seat.Result) {
    loaded.finish(player, scope, result)
  }

  /// A day is over: its boards are put away but for those that may be finished. Nothing is kept of the days before it.
  func putAwayDay(_ day: Day, keeping isKept: (Seat) -> Bool) {
    loaded.putAwayDay(keeping: isKept)
    seen = [:]
    for old in stored.keys where old < day.number { stored[old] = nil }
  }

  /// The boards in memory of a day before are put away.
  ///
  /// - Returns: whose they were.
  func putAway(_ scope: PuzzleScope) -> [Player] { loaded.putAway(scope) }

  /// Drops the boards of a player who cannot come back.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  func drop(_ player: PlayerID) -> Bool {
    departures.set(player, at: nil)
    seen[player] = nil
    let wasLoaded = loaded.drop(player)
    return stored.keys.reduce(wasLoaded) { wasThere, day in
      stored[day]?.removeValue(forKey: player) != nil || wasThere
    }
  }

  // MARK: - Boards that are stored

  /// Notes where a board is stored, which is not loaded.
  func store(_ match: Int64, of player: PlayerID, day: Int) { stored[day, default: [:]][player] = match }

  /// Whether a player has such boards on the puzzles of a day and of days before.
  func hasStored(of player: PlayerID, through day: Day) -> Bool {
    stored.contains { $0.key <= day.number && $0.value[player] != nil }
  }

  /// A player's boards on the puzzles of a day and of days before that have to be loaded, the oldest first.
  func stored(of player: PlayerID, through day: Day) -> [StoredDayBoard] {
    stored.keys.filter { $0 <= day.number }.sorted().compactMap { day in
      stored[day]?[player].map { StoredDayBoard(match: $0, player: player, day: day) }
    }
  }

  /// A stored board was loaded, or cannot be.
  ///
  /// - Returns: whether it is still to be had: its player may be forgotten by now, or its day long over.
  func take(_ board: StoredDayBoard) -> Bool {
    guard stored[board.day]?[board.player] == board.match else { return false }
    stored[board.day]?[board.player] = nil
    return true
  }

  /// Puts a loaded board among those that were put away.
  func keep(_ seat: Seat) { loaded.keep(seat) }

  /// Of today's puzzle, without a move; `nil` for one whose board is in memory.
  func firstSight(of player: PlayerID) -> FirstSight? { seen[player] }

  /// A board was dealt: that its player saw the puzzle before is in it.
  func forgetSight(of player: PlayerID) { seen[player] = nil }

  // MARK: - Leaving memory

  /// When the next boards leave memory.
  var nextDeparture: Instant? { departures.next }

  /// The boards of a player leave memory at a time; `nil` for one who is here.
  func plan(_ player: PlayerID, at time: Instant?) { departures.set(player, at: time) }

  func popDeparture(at now: Instant) -> PlayerID? {
    defer { if departures.count == 0 { departures = DeadlineQueue() } }
    return departures.popDue(at: now)
  }

  /// Everybody's whose boards are going to leave memory.
  func popAllDepartures() -> [PlayerID] {
    var players: [PlayerID] = []
    while let next = departures.next, let player = departures.popDue(at: next) { players.append(player) }
    return players
  }

  /// Whether a player has a board in memory.
  func isLoaded(_ player: PlayerID) -> Bool { loaded[player] != nil }

  /// The boards of a player leave memory: what is stored can be loaded again.
  ///
  /// - Parameter first: the first day whose boards may be asked for.
  func unload(_ player: PlayerID, from first: Day) {
    let seats = [loaded.seats[player], loaded.former[player]].compactMap { $0 }
    for seat in seats {
      guard case .day(_, let day) = seat.played.scope else { continue }
      if seat.played.moveCount > 0 {
        if day >= first { store(seat.played.id, of: player, day: day.number) }
      } else if seat.played.scope == loaded.table?.scope {
        seen[player] = FirstSight(match: seat.played.id, at: seat.played.startedAt)
      }
    }
    loaded.drop(player)
    loaded.shrink()
  }
}
