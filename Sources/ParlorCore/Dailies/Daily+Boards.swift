import GameKit
import Kernel
import WireProtocol

/// The boards of a player in a daily's room, which a request needs and which are not in memory.
struct DayBoardsLack: Hashable, Sendable {
  let room: Int64
  let player: PlayerID
}

/// Boards of the day come into memory when they are needed, and leave it some time after their players.
///
/// Members have their boards in memory. Of others a request asks for them before it does anything
/// (``requireBoards(of:)``), and runs again once they are there.
extension Daily {
  /// Has the boards of a player in memory.
  ///
  /// - Throws: where they are stored and not loaded yet: the handler runs again once they are.
  func requireBoards(of player: Player) throws(WireError) {
    if let lack = boardsLack(of: player) { throw hub.kernel.lack(.answer(lack), "The board") }
    dealAgain(to: player)
  }

  /// What has to be loaded of a player's boards.
  func boardsLack(of player: Player) -> DayBoardsLack? {
    guard day.hasStored(of: player.id, through: hub.today) else { return nil }
    return DayBoardsLack(room: number, player: player.id)
  }

  /// Deals the board again that a player has seen and not moved on: its time counts from when it was seen first.
  private func dealAgain(to player: Player) {
    guard let sight = day.firstSight(of: player.id) else { return }
    dealDay()
    guard let table, seats[player.id] == nil else { return }
    let played = open(table.match, table.scope, for: player, as: sight)
    sitDown(Seat(player: player, played: played, label: state.label(of: table.scope)))
  }

  // MARK: - In memory

  /// Gives somebody a board of the day, who may not be here.
  func sitDown(_ seat: Seat) {
    let player = seat.player.id
    day.sit(seat)
    day.forgetSight(of: player)
    planDeparture(of: player)
  }

  /// A player has come, gone, or was given a board: the boards of those who are not here leave memory after a while.
  func planDeparture(of player: PlayerID) {
    guard hub.isDurable, !hub.isReading else { return }
    let isLeaving = members[player] == nil && day.isLoaded(player)
    let seconds = Int64(max(1, hub.configuration.boardSeconds))
    let departure = isLeaving ? hub.now.adding(milliseconds: 1000 * seconds) : nil
    day.plan(player, at: departure)
    if let departure { hub.deadlines.set(number, noLaterThan: departure) }
  }

  // MARK: - Loading

  /// Where today's boards are stored, and those of the day before that may be finished. A day that is still to come was
  /// played by a wrong clock, or this one is wrong: its boards wait for it.
  func restore(_ stored: StoredRoomState) {
    dealDay()
    for board in stored.dayBoards where board.day >= hub.openSince.number {
      day.store(board.match, of: board.player, day: board.day)
    }
  }

  /// What asks for the boards of a player that are not in memory.
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

  /// Takes up a player's boards that were loaded, the oldest first.
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
    var seat = Seat(player: player, played: played, label: state.label(of: scope))
    if let outcome = played.match.outcome(for: player.id) {
      let elapsed = loaded.results.first { $0.player == player.id }?.elapsed ?? .zero
      seat.result = Seat.Result(outcome: outcome, elapsed: elapsed)
      hub.knowledge.finish(scope, by: player.id)
    }
    // A board of the day before that may be finished is in front of its player, unless today's was begun.
    if stored.day == hub.today.number || seat.isLate(by: hub.clock) && seats[player.id] == nil {
      day.sit(seat)
    } else {
      day.keep(seat)
    }
  }

  // MARK: - Leaving memory

  /// Lets go of boards whose players have been away for long enough.
  func unloadBoards() {
    while let player = day.popDeparture(at: hub.now) { unloadBoards(of: player) }
  }

  /// Lets go of the boards of all who are not here.
  func unloadAllBoards() {
    for player in day.popAllDepartures() { unloadBoards(of: player) }
  }

  private func unloadBoards(of player: PlayerID) {
    guard members[player] == nil else { return }
    let (seat, former) = (seats[player], formerSeats[player])
    let loaded = [seat, former].compactMap { $0 }
    guard !loaded.contains(where: staysInMemory), !isChoiceUnstored(seat, over: former) else {
      return planDeparture(of: player)
    }
    let yesterday = Day(number: hub.today.number &- 1)
    day.unload(player, from: min(yesterday, hub.openSince))
    hub.figures.unloaded += loaded.count
  }

  /// Whether a board could not be loaded as it is: something of it is not durable, or is being asked, or nothing of it
  /// is stored and it was not dealt as all are.
  private func staysInMemory(_ seat: Seat) -> Bool {
    let played = seat.played
    if played.moveCount == 0 { return (try? played.match.settings()) != plan.settings }
    return hub.journal.pending(played.ticket) > 0 || played.isQuarantined || view.isAsking(played)
  }

  /// Whether a player has given up a board of the day before for today's and not moved on that, which is not stored.
  private func isChoiceUnstored(_ seat: Seat?, over former: Seat?) -> Bool {
    guard let seat, let former else { return false }
    return seat.played.moveCount == 0 && former.isLate(by: hub.clock)
  }
}
