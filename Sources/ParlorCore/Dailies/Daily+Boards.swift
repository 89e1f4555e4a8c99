import GameKit
import Kernel
import WireProtocol

/// A player's boards in a daily's room that a request needs and that are not in memory.
struct DayBoardsLack: Hashable, Sendable {
  let room: Int64
  let player: PlayerID
}

/// Boards of the day are loaded on demand, and leave memory some time after their players.
///
/// Members' boards are in memory. For other players a request first requires them (``requireBoards(of:)``), and runs
/// again once they are loaded.
extension Daily {
  /// Requires a player's boards.
  ///
  /// - Throws: if they are stored and not loaded yet: the handler runs again once they are.
  func requireBoards(of player: Player) throws(WireError) {
    if let lack = boardsLack(of: player) { throw hub.kernel.lack(.answer(lack), "The board") }
    dealAgain(to: player)
  }

  /// The player's boards that must be loaded.
  func boardsLack(of player: Player) -> DayBoardsLack? {
    guard day.hasStored(of: player.id, through: hub.today) else { return nil }
    return DayBoardsLack(room: number, player: player.id)
  }

  /// Deals a board again that has no move: its time counts from when its player first saw it.
  private func dealAgain(to player: Player) {
    guard let sight = day.firstSight(of: player.id) else { return }
    dealDay()
    guard let table, seats[player.id] == nil else { return }
    let played = open(table.match, table.scope, for: player, as: sight)
    sitDown(Seat(player: player, played: played))
  }

  // MARK: - In memory

  /// Gives a player, present or not, a board of the day.
  func sitDown(_ seat: Seat) {
    let player = seat.player.id
    day.add(seat)
    day.forgetSight(of: player)
    planDeparture(of: player)
  }

  /// A player has come, left, or got a board: schedules when the boards of an absent player leave memory.
  func planDeparture(of player: PlayerID) {
    scheduleDeparture(of: player)
    if let first = day.popExcessDeparture() { unloadBoards(of: first) }
  }

  private func scheduleDeparture(of player: PlayerID) {
    guard hub.isDurable, !hub.isReading else { return }
    let isLeaving = members[player] == nil && day.isLoaded(player)
    let seconds = Int64(max(1, hub.configuration.boardSeconds))
    let departure = isLeaving ? hub.now.adding(milliseconds: 1000 * seconds) : nil
    day.plan(player, at: departure)
    if let departure { hub.deadlines.set(number, noLaterThan: departure) }
  }

  // MARK: - Loading

  /// Restores where today's boards are stored, and those of the day before that may be finished. Boards of a future day
  /// were played under a wrong clock, or this one is wrong: they stay for that day.
  func restore(_ stored: StoredRoomState) {
    dealDay()
    for board in stored.dayBoards where board.day >= hub.openSince.number {
      day.store(board.match, of: board.player, day: board.day)
    }
  }

  /// The queries for a player's boards that are not in memory.
  func queries(for player: Player) -> [DayBoardQuery] {
    guard let game = plan.game else { return [] }
    return day.stored(of: player.id, through: hub.today).map { board in
      DayBoardQuery(
        board: board,
        place: DayBoardPlace(
          game: game, room: name, title: state.title(of: .day(game: game.info.id, Day(number: board.day))),
          playerName: player.name, isGuests: player.isGuest, trap: hub.trappedMatches[board.match],
          watch: hub.configuration.replayWatch))
    }
  }

  /// Adds a player's loaded boards, the oldest first.
  func take(_ boards: [(StoredDayBoard, ReplayedBoard)], of player: Player) {
    for (stored, board) in boards {
      guard day.take(stored) else { continue }
      switch board {
      case .played(let loaded): sitDown(loaded, stored, player)
      case .quarantined(let reason):
        hub.quarantine(.match, ["match": .int(Int(stored.match)), "room": .string(name)], why: reason)
      }
    }
    planDeparture(of: player.id)
  }

  private func sitDown(_ loaded: LoadedMatch, _ stored: StoredDayBoard, _ player: Player) {
    let scope = PuzzleScope.day(game: plan.game?.info.id ?? name, Day(number: stored.day))
    let played = loaded.played
    played.isQuarantined = hub.refusedMatches.contains(played.id)
    var seat = Seat(player: player, played: played)
    if let outcome = played.match.outcome(for: player.id) {
      let elapsed = loaded.results.first { $0.player == player.id }?.elapsed ?? .zero
      seat.result = Seat.Result(outcome: outcome, elapsed: elapsed)
      hub.knowledge.finish(scope, by: player.id)
    }
    // A board of the day before that may be finished, or was after midnight, is the player's current one, unless
    // today's was begun: as if it had stayed in memory.
    let isLate = seat.isLate(by: hub.clock) || isFinishedLate(seat)
    if stored.day == hub.today.number || isLate && seats[player.id] == nil {
      day.add(seat)
    } else {
      day.keep(seat)
    }
  }

  private func isFinishedLate(_ seat: Seat) -> Bool {
    guard let result = seat.result, let midnight = hub.clock.graceBegin else { return false }
    return seat.played.startedAt.adding(milliseconds: result.elapsed.milliseconds) >= midnight
  }

  // MARK: - Leaving memory

  /// Unloads boards whose players have been away for long enough.
  func unloadBoards() {
    while let player = day.popDeparture(at: hub.now) { unloadBoards(of: player) }
  }

  /// Unloads the boards of all absent players.
  func unloadAllBoards() {
    for player in day.popAllDepartures() { unloadBoards(of: player) }
  }

  private func unloadBoards(of player: PlayerID) {
    guard members[player] == nil else { return }
    let (seat, former) = (seats[player], formerSeats[player])
    let loaded = [seat, former].compactMap { $0 }
    guard !loaded.contains(where: staysInMemory), !isChoiceUnstored(seat, over: former) else {
      return scheduleDeparture(of: player)
    }
    let yesterday = Day(number: hub.today.number &- 1)
    day.unload(player, from: min(yesterday, hub.openSince))
    hub.figures.unloaded += loaded.count
  }

  /// Whether a board could not be loaded unchanged: a part of it is not durable or is pending, or it is not stored and
  /// not an ordinary deal.
  private func staysInMemory(_ seat: Seat) -> Bool {
    let played = seat.played
    if played.moveCount == 0 { return (try? played.match.settings()) != plan.settings }
    return hub.journal.pending(played.ticket) > 0 || played.isQuarantined || view.isAsking(played)
  }

  /// Whether a player has given up yesterday's board for today's and not moved on that, which is not stored.
  private func isChoiceUnstored(_ seat: Seat?, over former: Seat?) -> Bool {
    guard let seat, let former else { return false }
    return seat.played.moveCount == 0 && former.isLate(by: hub.clock)
  }
}
