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
extension Room {
  /// Has the boards of a player in memory.
  ///
  /// - Throws: where they are stored and not loaded yet: the handler runs again once they are.
  func requireBoards(of player: Player) throws(WireError) {
    if let lack = boardsLack(of: player) { throw hub.kernel.lack(.answer(lack), "The board") }
    dealAgain(to: player)
  }

  /// What has to be loaded of a player's boards.
  func boardsLack(of player: Player) -> DayBoardsLack? {
    guard dayBoards?.hasStored(of: player.id, through: hub.today) == true else { return nil }
    return DayBoardsLack(room: number, player: player.id)
  }

  /// Deals the board again that a player has seen and not moved on: its time counts from when it was seen first.
  private func dealAgain(to player: Player) {
    guard let sight = dayBoards?.firstSight(of: player.id) else { return }
    dealDay()
    guard let table, seats[player.id] == nil else { return }
    let played = open(table.match, table.scope, for: player, as: sight)
    sitDown(Seat(player: player, played: played, label: state.label(of: table.scope)))
  }

  /// Gives somebody a board of the day, who may not be here.
  func sitDown(_ seat: Seat) {
    let player = seat.player.id
    dayBoards?.sit(seat)
    dayBoards?.forgetSight(of: player)
    planDeparture(of: player)
  }

  /// A player has come, gone, or was given a board: the boards of those who are not here leave memory after a while.
  func planDeparture(of player: PlayerID) {
    guard hub.isDurable, !hub.isReading else { return }
    let isLeaving = members[player] == nil && dayBoards?.isLoaded(player) == true
    let seconds = Int64(max(1, hub.configuration.boardSeconds))
    dayBoards?.plan(player, at: isLeaving ? hub.now.adding(milliseconds: 1000 * seconds) : nil)
    if isLeaving { scheduleDeadline() }
  }

  // MARK: - Loading

  /// Takes up a player's boards that were loaded, the oldest first.
  func take(_ boards: [(StoredDayBoard, ReplayedBoard)], of player: Player) {
    for (stored, board) in boards {
      guard dayBoards?.take(stored) == true else { continue }
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
    if stored.day == hub.today.number || isLate(seat) && seats[player.id] == nil {
      dayBoards?.sit(seat)
    } else {
      dayBoards?.keep(seat)
    }
  }

  // MARK: - Leaving memory

  /// Lets go of boards whose players have been away for long enough.
  func unloadBoards() {
    while let player = dayBoards?.popDeparture(at: hub.now) { unloadBoards(of: player) }
  }

  /// Lets go of the boards of all who are not here.
  func unloadAllBoards() {
    for player in dayBoards?.popAllDepartures() ?? [] { unloadBoards(of: player) }
  }

  private func unloadBoards(of player: PlayerID) {
    guard members[player] == nil else { return }
    let (seat, former) = (seats[player], formerSeats[player])
    let boards = [seat, former].compactMap { $0 }
    guard !boards.contains(where: staysInMemory), !isChoiceUnstored(seat, over: former) else {
      return planDeparture(of: player)
    }
    let yesterday = Day(number: hub.today.number &- 1)
    dayBoards?.unload(player, from: min(yesterday, hub.openSince))
    hub.figures.unloaded += boards.count
  }

  /// Whether a board could not be loaded as it is: something of it is not durable, or is being asked, or nothing of it
  /// is stored and it was not dealt as all are.
  private func staysInMemory(_ seat: Seat) -> Bool {
    let played = seat.played
    if played.moveCount == 0 { return (try? played.match.settings()) != plan.settings }
    return hub.journal.pending(played.ticket) > 0 || played.isQuarantined || isAsking(played)
  }

  /// Whether a player has given up a board of the day before for today's and not moved on that, which is not stored.
  private func isChoiceUnstored(_ seat: Seat?, over former: Seat?) -> Bool {
    guard let seat, let former else { return false }
    return seat.played.moveCount == 0 && isLate(former)
  }
}

/// The day's puzzle.
extension Room {
  /// Gives a player the board of the day, or brings the player back to it.
  func sitForTheDay(_ player: Player, settings: JSON?, beginsToday: Bool = false) throws(WireError) {
    if let seat = try daySeat(player, settings: settings, beginsToday: beginsToday) { sitDown(seat) }
  }

  /// A board of the day for a player; `nil` for one who has one already, or is to finish that of the day before, and
  /// where none are given.
  ///
  /// - Parameter beginsToday: whether that one is given up.
  func daySeat(_ player: Player, settings: JSON?, beginsToday: Bool = false) throws(WireError) -> Seat? {
    guard dayBoards != nil else { return nil }
    if !beginsToday, let seat = seats[player.id], isLate(seat) { return nil }
    let scope = PuzzleScope.day(game: plan.game?.info.id ?? name, hub.today)
    if let seat = seats[player.id], seat.played.scope == scope, settings == nil || seat.played.moveCount > 0 {
      return nil
    }
    return try newDaySeat(player, scope, settings: settings)
  }

  private func newDaySeat(_ player: Player, _ scope: PuzzleScope, settings: JSON?) throws(WireError) -> Seat {
    let game = try game()
    let label = state.label(of: scope)
    dealDay()
    if let settings, settings != plan.settings {
      try hub.puzzles.checkBudget()
      let match = try orLack { () throws(WireError) in try dayMatch(game, settings: settings) }
      try prepare(match, for: [.seat(player.id)])
      // Whoever has finished the day's puzzle may know it, so it has to be the same whatever the settings.
      guard let dealt = table?.match, (try? match.puzzle()) == (try? dealt.puzzle()) else {
        throw WireError(
          Rejection.badSettings("The day's puzzle is the same for everybody: other settings are for /practice"))
      }
      return Seat(player: player, played: open(match, scope, for: player), label: label)
    }
    guard let match = table?.match else {
      try requireDeal()
      throw WireError(.notPlaying, "There is no puzzle today")
    }
    try prepare(match, for: [.seat(player.id)])
    return Seat(player: player, played: open(match, scope, for: player), label: label)
  }

  /// Puts the day's puzzle on the table, whatever settings its players choose for themselves.
  func dealDay() {
    guard let game = plan.game else { return }
    let scope = PuzzleScope.day(game: game.info.id, hub.today)
    guard self.scope != scope else { return }
    do {
      let table = Boards.Table(scope: scope, match: try dayMatch(game, settings: plan.settings), dealtAt: hub.now)
      dayBoards?.deal(table)
    } catch {
      dayBoards?.deal(nil)
      if let remote = plan.game?.remote, error.code == Rejection.gameHasNotAnswered.code {
        return hub.games.ask(remote, for: number) { [weak self] _ in self?.dealDay() }
      }
      hub.log("no_puzzle", ["room": .string(name), "why": .string(error.message)])
    }
  }

  private func dayMatch(_ game: GameModule, settings: JSON) throws(WireError) -> Match {
    do {
      return try hub.puzzles.making { () throws(Rejection) in
        try game.match(on: hub.today, season: hub.configuration.season, settings: settings)
      }
    } catch {
      throw WireError(error)
    }
  }
}
