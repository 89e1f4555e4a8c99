public import GameKit
import WireProtocol

/// A stored board of the day, as an index finds it.
public struct StoredDayBoard: Hashable, Sendable {
  /// Its match.
  public let match: Int64
  /// Its player.
  public let player: PlayerID
  /// The number of its puzzle's day.
  public let day: Int

  public init(match: Int64, player: PlayerID, day: Int) {
    (self.match, self.player, self.day) = (match, player, day)
  }
}

/// The boards of the day in a daily's room: those in memory, of present and recent players, and where the others are
/// stored.
///
/// A player's boards in a room are loaded and unloaded together. A board without a move is not stored: the time when
/// its player first saw the puzzle suffices to deal it again.
final class DayBoards {
  /// Those in memory.
  private(set) var loaded = Boards()
  /// The matches of the others, by day and player. A day's numbers are dropped as a whole.
  private var stored: [Int: [PlayerID: Int64]] = [:]
  /// Boards without a move of absent players.
  private var seen: [PlayerID: FirstSight] = [:]

  /// The state of a board without a move.
  struct FirstSight {
    let match: Int64
    /// When its player first saw the puzzle.
    let at: Instant
  }

  /// When the boards of absent players leave memory.
  private var departures = DeadlineQueue<PlayerID>()

  /// The pending work of midnight; `nil` for none.
  var turn: DayTurn?

  // MARK: - Boards in memory

  func deal(_ table: Boards.Table?) { loaded.deal(table) }

  func add(_ seat: Seat) { loaded.add(seat) }

  func finish(_ player: PlayerID, _ scope: PuzzleScope, _ result: Seat.Result) {
    loaded.finish(player, scope, result)
  }

  /// A day is over: archives its boards except those that may be finished, and drops those of earlier days.
  func archiveDay(_ day: Day, keeping isKept: (Seat) -> Bool) {
    loaded.archiveDay(keeping: isKept)
    seen = [:]
    for old in stored.keys where old < day.number { stored[old] = nil }
  }

  /// Archives the loaded boards of a past day.
  ///
  /// - Returns: their players.
  func archive(_ scope: PuzzleScope) -> [Player] { loaded.archive(scope) }

  /// Drops the boards of a player who cannot return.
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

  /// Notes where a board is stored that is not loaded.
  func store(_ match: Int64, of player: PlayerID, day: Int) { stored[day, default: [:]][player] = match }

  /// Whether a player has stored boards of a day or earlier.
  func hasStored(of player: PlayerID, through day: Day) -> Bool {
    stored.contains { $0.key <= day.number && $0.value[player] != nil }
  }

  /// A player's stored boards of a day or earlier, the oldest first.
  func stored(of player: PlayerID, through day: Day) -> [StoredDayBoard] {
    stored.keys.filter { $0 <= day.number }.sorted().compactMap { day in
      stored[day]?[player].map { StoredDayBoard(match: $0, player: player, day: day) }
    }
  }

  /// A stored board was loaded, or is unreadable.
  ///
  /// - Returns: whether it is still wanted: its player may be forgotten, or its day long over.
  func take(_ board: StoredDayBoard) -> Bool {
    guard stored[board.day]?[board.player] == board.match else { return false }
    stored[board.day]?[board.player] = nil
    return true
  }

  /// Archives a loaded board.
  func keep(_ seat: Seat) { loaded.keep(seat) }

  /// Of today's puzzle, without a move; `nil` for a player whose board is in memory.
  func firstSight(of player: PlayerID) -> FirstSight? { seen[player] }

  /// A board was dealt, and has the time of the first sight.
  func forgetSight(of player: PlayerID) { seen[player] = nil }

  // MARK: - Leaving memory

  /// When the next boards leave memory.
  var nextDeparture: Instant? { departures.next }

  /// Schedules when a player's boards leave memory; `nil` for a present player.
  func plan(_ player: PlayerID, at time: Instant?) { departures.set(player, at: time) }

  func popDeparture(at now: Instant) -> PlayerID? {
    defer { if departures.count == 0 { departures = DeadlineQueue() } }
    return departures.popDue(at: now)
  }

  /// The most absent players whose boards are in memory because they may come back soon.
  private static let mostDeparted = 512

  /// The next player whose boards leave memory early, because those of very many are scheduled to.
  func popExcessDeparture() -> PlayerID? {
    guard departures.count > Self.mostDeparted, let next = departures.next else { return nil }
    return departures.popDue(at: next)
  }

  /// All players whose boards are scheduled to leave memory.
  func popAllDepartures() -> [PlayerID] {
    var players: [PlayerID] = []
    while let next = departures.next, let player = departures.popDue(at: next) { players.append(player) }
    return players
  }

  /// Whether a player has a board in memory.
  func isLoaded(_ player: PlayerID) -> Bool { loaded[player] != nil }

  /// Unloads a player's boards: stored ones can be loaded again.
  ///
  /// - Parameter first: the first day whose boards may be needed.
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
