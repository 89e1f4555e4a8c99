import GameKit
import TextMode
import WireProtocol

/// The day's puzzle in its room: each player has a board of it.
struct Daily: RoomReading {
  let day: DayBoards
  let state: RoomState
  let hub: Hub

  var view: RoomView { RoomView(state: state, hub: hub, ticket: hub.journal.ticket, nextRoundAt: nil) }
}

extension Room {
  /// The room's daily, if it has one.
  var daily: Daily? { state.dayBoards.map { Daily(day: $0, state: state, hub: hub) } }
}

extension Daily {
  /// Gives a player the board of the day, or returns the player to it.
  func assignSeat(to player: Player, settings: JSON?, beginsToday: Bool = false) throws(WireError) {
    if let seat = try self.seat(for: player, settings: settings, beginsToday: beginsToday) { sitDown(seat) }
  }

  /// A board of the day for a player; `nil` if the player has one already or must finish yesterday's, or if none are
  /// dealt.
  ///
  /// - Parameter beginsToday: whether yesterday's is given up.
  func seat(for player: Player, settings: JSON?, beginsToday: Bool = false) throws(WireError) -> Seat? {
    if !beginsToday, let seat = seats[player.id], seat.isLate(by: hub.clock) { return nil }
    let scope = PuzzleScope.day(game: plan.game?.info.id ?? name, hub.today)
    if let seat = seats[player.id], seat.played.scope == scope, settings == nil || seat.played.moveCount > 0 {
      return nil
    }
    return try newSeat(for: player, scope, settings: settings)
  }

  private func newSeat(for player: Player, _ scope: PuzzleScope, settings: JSON?) throws(WireError) -> Seat {
    let game = try game()
    dealDay()
    if let settings, settings != plan.settings {
      try hub.puzzles.checkBudget()
      let match = try view.orLack { () throws(WireError) in try dayMatch(game, settings: settings) }
      try view.prepare(match, for: [.seat(player.id)])
      // A player who has finished may know the puzzle, so it must be the same for all settings.
      guard let dealt = table?.match, (try? match.puzzle()) == (try? dealt.puzzle()) else {
        throw WireError(
          Rejection.badSettings("The day's puzzle is the same for everybody: other settings are for /practice"))
      }
      return Seat(player: player, played: open(match, scope, for: player))
    }
    guard let match = table?.match else {
      try view.requireDeal()
      throw WireError(.notPlaying, "There is no puzzle today")
    }
    try view.prepare(match, for: [.seat(player.id)])
    return Seat(player: player, played: open(match, scope, for: player))
  }

  /// - Parameter known: the known state of a board that is dealt again.
  func open(
    _ match: Match, _ scope: PuzzleScope, for player: Player, as known: DayBoards.FirstSight? = nil
  ) -> PlayedMatch {
    let table = Boards.Table(scope: scope, match: match, dealtAt: known?.at ?? hub.now)
    return PlayedMatch(
      id: known?.match ?? hub.numbers.next(), of: table, isRanked: plan.isRanked, keepsMoves: player.isGuest)
  }

  /// Deals the day's puzzle, whatever settings players choose for themselves.
  func dealDay() {
    guard let game = plan.game else { return }
    let scope = PuzzleScope.day(game: game.info.id, hub.today)
    guard self.scope != scope else { return }
    do {
      let table = Boards.Table(scope: scope, match: try dayMatch(game, settings: plan.settings), dealtAt: hub.now)
      day.deal(table)
    } catch {
      day.deal(nil)
      if let remote = plan.game?.remote, error.code == Rejection.gameHasNotAnswered.code {
        return hub.games.ask(remote, for: number) { [weak hub, state, day] _ in
          if let hub { Daily(day: day, state: state, hub: hub).dealDay() }
        }
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
