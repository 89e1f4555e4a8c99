import GameKit
import WireProtocol
import TextMode

/// Boards, moves and rounds.
extension Room {
  /// Lets the mode react and carries out what it wants.
  func perform(_ event: ModeEvent) {
    guard let actions = mode?.react(to: event, at: hub.now) else { return }
    for action in actions { carryOut(action) }
    if !actions.isEmpty { scheduleDeadline() }
  }

  private func carryOut(_ action: ModeAction) {
    switch action {
    case .dealRound(let round, let deal): dealRound(round, to: deal)
    case .announceRound(let round, let endsAt):
      guard case .dealt(_, round) = template?.scope else { break }
      let event = RoomEvent.Content.round(number: round, endsAt: endsAt)
      if let newcomer { publishToOthers(event, than: newcomer) } else { publish(event, for: requester) }
    case .closeRound(let round, let nextAt): closeRound(round, nextAt: nextAt)
    }
  }

  // MARK: - The day's puzzle

  /// Gives a player the board of the day, or brings the player back to it.
  func sitForTheDay(_ player: Player, settings: JSON?) throws(WireError) {
    let scope = PuzzleScope.day(game: plan.game?.info.id ?? name, hub.today)
    if let seat = seats[player.id], seat.played.scope == scope {
      guard let settings, seat.played.moveCount == 0 else { return }
      return seats[player.id] = try daySeat(player, scope, settings: settings)
    }
    seats[player.id] = try daySeat(player, scope, settings: settings)
  }

  private func daySeat(_ player: Player, _ scope: PuzzleScope, settings: JSON?) throws(WireError) -> Seat {
    guard let game = plan.game else { throw WireError(.notPlaying, "\(name) is a room for talking") }
    let label = ShareGrid.numberText(hub.today.number)
    dealDay()
    if let settings, settings != plan.settings {
      try hub.puzzles.checkBudget()
      let match = try dayMatch(game, settings: settings)
      // Whoever has finished the day's puzzle may know it, so it has to be the same whatever the settings.
      guard let table = template?.match, (try? match.puzzle()) == (try? table.puzzle()) else {
        throw WireError(
          Rejection.badSettings("The day's puzzle is the same for everybody: other settings are for /practice"))
      }
      return Seat(player: player, played: open(match, scope, at: hub.now), label: label)
    }
    guard let match = template?.match else { throw WireError(.notPlaying, "There is no puzzle today") }
    return Seat(player: player, played: open(match, scope, at: hub.now), label: label)
  }

  /// Puts the day's puzzle on the table, whatever settings its players choose for themselves.
  func dealDay() {
    guard let game = plan.game else { return }
    let scope = PuzzleScope.day(game: game.info.id, hub.today)
    guard template?.scope != scope else { return }
    do {
      template = (scope, try dayMatch(game, settings: plan.settings), hub.now)
    } catch {
      template = nil
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

  // MARK: - Rounds

  private func dealRound(_ round: Int, to deal: ModeAction.Deal) {
    let scope = PuzzleScope.dealt(room: number, round: round)
    if template?.scope != scope {
      let match: Match
      do {
        match = try roundMatch(round)
      } catch {
        hub.log("no_puzzle", ["room": .string(name), "why": .string(error.message)])
        dealFailure = error
        return perform(.dealFailed)
      }
      // Of earlier rounds only the last is remembered, for those who resume across its end.
      hub.knowledge.forget(.dealt(room: number, round: round - 2))
      recordClosed(formerSeats.filter { seats[$0.key]?.played !== $0.value.played })
      formerSeats = seats
      template = (scope, match, hub.now)
      seats = [:]
      shared = mode?.sharesBoard == true ? open(match, scope, at: hub.now) : nil
    }
    switch deal {
    case .player(let player): if let member = members[player] { seat(member, scope) }
    case .everyone: for member in members.all where !member.isWatching { seat(member, scope) }
    }
  }

  private func seat(_ member: Member, _ scope: PuzzleScope) {
    guard let template else { return }
    let player = member.player
    if let kept = formerSeats[player.id], kept.played.scope == scope {
      seats[player.id] = formerSeats.removeValue(forKey: player.id)
      if let result = kept.result { perform(.finished(player.id, result.outcome)) }
      return
    }
    // Time counts from the round's beginning, for those who come later as well.
    seats[player.id] = Seat(
      player: player, played: shared ?? open(template.match, scope, at: template.dealtAt), label: roundLabel(scope))
  }

  func roundLabel(_ scope: PuzzleScope) -> String {
    guard case .dealt(_, let round) = scope else { return plan.mode.rawValue }
    return plan.label(of: round)
  }

  /// The puzzle of a round: a past day's, from the client's seed, or a random one that this room has not had and that
  /// is not today's daily.
  private func roundMatch(_ round: Int) throws(Rejection) -> Match {
    guard let game = plan.game else { throw .noPuzzlesLeft }
    if let day = plan.archiveDay(in: round) { return try hub.puzzles.archived(game, of: day, settings: plan.settings) }
    if let seed = plan.seed {
      return try hub.puzzles.making { () throws(Rejection) in
        try game.match(seed: seed &+ UInt64(round &- 1), settings: plan.settings)
      }
    }
    let match = try hub.puzzles.making { () throws(Rejection) in try unusedMatch(game, seed: hub.randomNumber()) }
    noteUsed(match.puzzleKey)
    return match
  }

  /// A puzzle that has not been dealt here, and none that is kept for dailies while there are others.
  ///
  /// - Throws: the source's rejection when somebody who practises has had them all; from then on they come again. Other
  ///   rooms start over without a word.
  private func unusedMatch(_ game: GameModule, seed: UInt64) throws(Rejection) -> Match {
    let reserved = reservedPuzzles(game)
    let exhausted: Rejection
    do {
      return try game.match(seed: seed, settings: plan.settings, excluding: had.union(reserved))
    } catch {
      exhausted = error
    }
    // While there are others, those that are kept for dailies do not come at all: of who has had all but one, everybody
    // could say which one is today's. Where there are no others, they all come.
    guard let again = try? game.match(seed: seed, settings: plan.settings, excluding: reserved) else {
      do {
        return try game.match(seed: seed, settings: plan.settings, excluding: had)
      } catch {
        forgetUsedPuzzles()
        if plan.mode == .practice { throw error }
        return try game.match(seed: seed, settings: plan.settings)
      }
    }
    forgetUsedPuzzles()
    if plan.mode == .practice { throw exhausted }
    return again
  }

  private func reservedPuzzles(_ game: GameModule) -> PuzzleSet {
    if let reserved, reserved.day == hub.today { return reserved.puzzles }
    let puzzles = hub.puzzles.reserved(of: game, settings: plan.settings)?.puzzles ?? []
    reserved = (hub.today, puzzles)
    return puzzles
  }

  private func open(_ match: Match, _ scope: PuzzleScope, at start: Instant) -> PlayedMatch {
    PlayedMatch(id: hub.numbers.next(), match: match, scope: scope, startedAt: start, isRanked: plan.isRanked)
  }

  private func closeRound(_ round: Int, nextAt: Instant?) {
    guard let scope else { return }
    let unfinished = seats.values.filter { !$0.isDone }.sorted { $0.player.id < $1.player.id }
    for seat in seats.values { hub.knowledge.finish(scope, by: seat.player.id) }
    // Somebody who has finished and left has still come first, or second.
    let gone = formerSeats.values.filter { $0.isDone && $0.played.scope == scope }
    let standings = Standings.sorted(seats.values + gone, wins: &wins)
    dropWins()
    let solution = template?.match.solution() ?? []
    publish(.roundOver(number: round, standings: standings, solution: solution, scope: scope, nextAt: nextAt))
    for seat in unfinished { tellHiddenTalk(of: scope, to: seat.player) }
    // Practice is nobody else's business, and comes thick and fast.
    guard mode?.isSolitary != true else { return }
    hub.log("round_over", ["room": .string(name), "round": .int(round), "players": .int(standings.count)])
  }

  // MARK: - Moves

  /// Plays a move, tells everyone, and sees whether somebody is done.
  func play(_ request: Request.Move, by session: Session, re: RequestID?) throws(WireError) {
    let player = session.player
    if let moveID = request.moveID, var earlier = earlierAnswer(to: moveID, by: player.id) {
      // Whoever has taken another name since goes by that one, also where the old one is remembered no more.
      earlier.message.player = player.name
      return hub.send(earlier, to: session, answering: re, after: ticket)
    }
    let seat = try seatToPlay(player)
    if let puzzle = request.puzzle, case .day(_, let day) = seat.played.scope, day.number != puzzle {
      throw WireError(.otherPuzzle, "Today's puzzle is number \(day.number), not \(puzzle)")
    }
    try hub.requireRoom(
      on: seat.played, "board", next: "a new one comes with the next \(playsTheDay ? "day" : "round")")
    let isDrawn = session.format == .text || shared != nil
    let before = isDrawn ? seat.board(title: boardTitle) : nil
    let isWatched = members.watcherCount > 0 && onlyBoard != nil
    let publicBefore = isWatched ? board(of: seat.played.match, for: .outsider) : nil
    let played = try hub.play(request.content, on: seat.played, by: player)
    record(played, at: seat, moveID: request.moveID)
    publish(
      .moved(player: player.name, id: player.id, turn: played.turn, scope: seat.played.scope),
      for: Requester(session: session, re: re, boardBefore: before, publicBoardBefore: publicBefore), isRecorded: true)
    if let moveID = request.moveID {
      seat.played.remember(answer(played.turn, seat), for: moveID, by: player.id)
    }
    perform(.turned(player.id, played.turn))
    finishSeats(with: seat)
    // A round that no time ends would never be over.
    if !seat.isDone, hub.isFull(seat.played), mode?.roundEnd == nil { perform(.boardFull) }
  }

  /// The answer that a `move_id` has had already, even if the match is over by now or the next one has begun.
  private func earlierAnswer(to moveID: String, by player: PlayerID) -> ShownMove? {
    seats[player]?.played.answer(to: moveID, by: player) ?? formerSeats[player]?.played.answer(to: moveID, by: player)
  }

  private func seatToPlay(_ player: Player) throws(WireError) -> Seat {
    guard let member = members[player.id] else {
      throw WireError(.notInRoom, "You are not in \(name): join it first")
    }
    if member.isWatching { throw WireError(.watching, "You are only watching \(name): join it to play") }
    guard plan.game != nil else { throw WireError(.notPlaying, "\(name) is a room for talking") }
    if playsTheDay { try sitForTheDay(player, settings: nil) }
    guard let seat = seats[player.id] else {
      throw WireError(.notPlaying, "No round is under way in \(name): the owner begins one with /start")
    }
    if seat.isDone { throw WireError(Rejection.gameOver) }
    if seat.played.isQuarantined {
      throw WireError(.notPlaying, "What is stored of this board is damaged: it is left as it is")
    }
    // A board that was put away, or could not be read, does not give the day's puzzle a second time.
    if playsTheDay, hub.knowledge.hasFinished(player.id, seat.played.scope) { throw WireError(Rejection.gameOver) }
    if mode?.isPlaying != true {
      throw WireError(.notPlaying, "The round is over: wait for the next one")
    }
    return seat
  }

  /// The answer as it is kept for a repeated `move_id`.
  private func answer(_ turn: Turn, _ seat: Seat) -> ShownMove {
    let message = Moved(
      place: EventPlace(room: name, seq: seq), player: seat.player.name, turn: turn.full,
      board: seat.board(title: boardTitle))
    return ShownMove(message: message, isOwn: true, redrawsBoard: true, remark: turn.remark)
  }

  private func finishSeats(with seat: Seat) {
    let played = seat.played
    // Only a shared board is done for several at once: a daily with ten thousand boards looks at one.
    let atThisBoard = shared === played ? seats.values.filter { $0.played === played } : [seat]
    for seat in atThisBoard.sorted(by: { $0.player.id < $1.player.id }) where !seat.isDone {
      guard let outcome = played.match.outcome(for: seat.player.id) else { continue }
      finish(seat, outcome)
    }
  }

  private func finish(_ seat: Seat, _ outcome: Outcome) {
    seat.finish(outcome, at: hub.now)
    let share = self.share(of: seat, outcome)
    if let result = seat.result { record(result, of: seat, share: share) }
    let played = seat.played
    hub.knowledge.finish(played.scope, by: seat.player.id)
    publish(
      .finished(
        player: seat.player.name, id: seat.player.id, outcome: outcome, share: share, scope: played.scope),
      isRecorded: true)
    tellHiddenTalk(of: played.scope, to: seat.player)
    shareByItself(seat, outcome)
    perform(.finished(seat.player.id, outcome))
  }

  func share(of seat: Seat, _ outcome: Outcome) -> String {
    outcome.grid.text(title: plan.game?.info.title ?? name, label: seat.label)
  }
}
