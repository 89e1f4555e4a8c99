import GameKit
import WireProtocol
import TextMode

/// Boards, moves and rounds.
extension Room {
  /// Asks the mode what is to happen, and lets it happen.
  func perform(_ event: ModeEvent) {
    notifyDepartures()
    // What a departure leads to the game in another process has yet to say: a match must not end before that.
    if !awaitsDepartures { follow(event) }
  }

  /// Does what the mode makes of an event.
  func follow(_ event: ModeEvent) {
    guard let action = mode.action(after: event, in: state.situation, at: hub.now) else { return }
    switch action {
    case .beginRound(let endsAt): beginRound(endsAt: endsAt, after: event)
    case .endRound(let nextAt): endRound(nextAt: nextAt)
    }
    scheduleDeadline()
  }

  // MARK: - The day's puzzle

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

  // MARK: - Rounds

  /// - Parameter event: what it begins after.
  private func beginRound(endsAt: Instant?, after event: ModeEvent) {
    let round = rounds.number + 1
    let players = mode.playOrder(of: members.all.filter { !$0.isWatching }, in: round)
    let dealt: (match: Match, startsOver: Bool)
    let puzzle: JSON
    let begin: Match.Played?
    do throws(Rejection) {
      dealt = try roundMatch(round)
      guard let written = try? dealt.match.puzzle() else { throw .noPuzzlesLeft }
      puzzle = written
      begin = try beginning(of: dealt.match, with: players)
    } catch {
      if error == .gameHasNotAnswered, awaitRound(after: event) { return }
      dealSeed = nil
      // A round that cannot begin uses up no number.
      hub.log("no_puzzle", ["room": .string(name), "why": .string(error.message)])
      return dealFailure = error
    }
    dealSeed = nil
    var deal = Deal(round: round, endsAt: endsAt, dealtAt: hub.now, startsOver: dealt.startsOver, puzzle: puzzle)
    let shared = mode.sharesBoard ? hub.numbers.next() : nil
    for player in players { deal.boards.append(Deal.Board(player: player, match: shared ?? hub.numbers.next())) }
    notePractised(dealt.match.puzzleKey)
    if let begin, let shared { record(begin, of: dealt.match, number: shared, in: deal) }
    publish(.round(deal), .dealt(dealt.match, begin: begin), for: requester)
  }

  /// The number of the board that somebody is given who sits down at the round under way; `nil` where there is none to
  /// give, or one was kept.
  func boardToGive(_ player: PlayerID) -> Int64? {
    guard rounds.isRunning, seats[player] == nil, !boards.isKept(for: player), plan.seatsLatecomers else { return nil }
    return shared?.id ?? hub.numbers.next()
  }

  /// The puzzle of a round: a past day's, from the client's seed, or a random one that this room has not had and that
  /// is not today's daily.
  private func roundMatch(_ round: Int) throws(Rejection) -> (match: Match, startsOver: Bool) {
    guard let game = plan.game else { throw .noPuzzlesLeft }
    if let authored = plan.authored { return (try game.match(puzzle: authored.puzzle, settings: plan.settings), false) }
    if let day = plan.archiveDay(in: round) {
      return (try hub.puzzles.archived(game, of: day, settings: plan.settings), false)
    }
    return try hub.puzzles.making { () throws(Rejection) in
      guard let seed = plan.seed else { return try unusedMatch(game, seed: seedToDeal()) }
      return (try plan.match(seed: seed &+ UInt64(round &- 1)), false)
    }
  }

  /// A puzzle that has not been dealt here, and none that is kept for dailies while there are others; and whether all
  /// had been dealt, so that they come again.
  ///
  /// - Throws: the source's rejection when somebody who practises has had them all; from then on they come again. Other
  ///   rooms start over without a word.
  private func unusedMatch(
    _ game: GameModule, seed: UInt64
  ) throws(Rejection) -> (match: Match, startsOver: Bool) {
    let reserved = try reservedPuzzles(game)
    func match(without excluded: PuzzleSet) throws(Rejection) -> Match {
      try plan.match(seed: seed, excluding: excluded)
    }
    let exhausted: Rejection
    do {
      return (try match(without: seenPuzzles.union(reserved)), false)
    } catch {
      if error.isOfAbsence { throw error }
      exhausted = error
    }
    // While there are others, those that are kept for dailies do not come at all: of who has had all but one, everybody
    // could say which one is today's. Where there are no others, they all come.
    let again: Match
    do {
      again = try match(without: reserved)
    } catch {
      if error.isOfAbsence { throw error }
      do {
        return (try match(without: seenPuzzles), false)
      } catch {
        if error.isOfAbsence { throw error }
        try forgetPractised(because: error)
        return (try plan.match(seed: seed), true)
      }
    }
    try forgetPractised(because: exhausted)
    return (again, true)
  }

  /// The puzzles that do not come again: those dealt here or, where somebody practises, those that the player has had
  /// in any room.
  private var seenPuzzles: PuzzleSet {
    guard let (player, game) = practising else { return state.used }
    return player.seenPuzzles[game] ?? []
  }

  private func notePractised(_ puzzle: PuzzleKey) {
    if plan.isRanked, let (player, game) = practising { player.seenPuzzles[game, default: []].insert(puzzle) }
  }

  /// Who practises has had all puzzles: they may come again.
  private func forgetPractised(because exhausted: Rejection) throws(Rejection) {
    guard let (player, game) = practising else { return }
    player.seenPuzzles[game] = nil
    throw exhausted
  }

  /// Who plays here alone, and what.
  private var practising: (Player, game: String)? {
    guard mode.isSolitary, let game = plan.game, let owner else { return nil }
    return (owner, game.info.id)
  }

  private func reservedPuzzles(_ game: GameModule) throws(Rejection) -> PuzzleSet {
    if let reserved, reserved.day == hub.today { return reserved.puzzles }
    let puzzles = hub.puzzles.reserved(of: game, settings: plan.settings)?.puzzles ?? []
    if game.remote?.hasQuestions == true { throw .gameHasNotAnswered }
    reserved = (hub.today, puzzles)
    return puzzles
  }

  /// - Parameter known: what is known of the board, where it is dealt again.
  func open(
    _ match: Match, _ scope: PuzzleScope, for player: Player, as known: DayBoards.FirstSight? = nil
  ) -> PlayedMatch {
    PlayedMatch(
      id: known?.match ?? hub.numbers.next(), match: match, scope: scope, startedAt: known?.at ?? hub.now,
      isRanked: plan.isRanked,
      keepsMoves: player.isGuest)
  }

  private func endRound(nextAt: Instant?) {
    let (round, scope) = (rounds.number, PuzzleScope.dealt(room: number, round: rounds.number))
    let unfinished = seats.values.filter { !$0.isDone }.sorted { $0.player.id < $1.player.id }
    // Somebody who has finished and left has still come first, or second.
    let gone = formerSeats.values.filter { $0.isDone && $0.played.scope == scope }
    let played: [Seat] = seats.values + gone
    let changes = Self.matchReactions.reduce(into: [:]) { changes, reaction in
      changes.merge(reaction.roundEnds(played, in: self)) { $1 }
    }
    var standings = Standings.sorted(played, wins: wins)
    for index in standings.indices { standings[index].rating = changes[standings[index].id] }
    let nextAt = plan.hasOneRound ? nil : nextAt ?? (rounds.isStopped ? nil : nextOfSeries(standings))
    let solution = table?.match.solution() ?? []
    publish(.roundOver(number: round, standings: standings, solution: solution, scope: scope, nextAt: nextAt))
    for seat in unfinished { tellHiddenTalk(of: scope, to: seat.player) }
    announceEnd(of: round, standings, played)
    // Practice is nobody else's business, and comes thick and fast.
    guard mode.hasCommonRounds else { return }
    hub.log("round_over", ["room": .string(name), "round": .int(round), "players": .int(standings.count)])
  }

  // MARK: - Moves

  /// Plays a move, tells everyone, and sees whether somebody is done.
  func play(_ request: Request.Move, by session: Session, re: RequestID?) throws(WireError) {
    let player = session.player
    try requireBoards(of: player)
    reachTableTime()
    if let moveID = request.moveID, var earlier = earlierAnswer(to: moveID, by: player.id) {
      // Whoever has taken another name since goes by that one, also where the old one is remembered no more.
      earlier.message.player = player.name
      return hub.send(earlier, to: session, answering: re, after: ticket)
    }
    let seat = try seatToPlay(player, beginsToday: request.puzzle == hub.today.number)
    if let puzzle = request.puzzle, case .day(_, let day) = seat.played.scope, day.number != puzzle {
      let own = day == hub.today ? "Today's puzzle is number" : "You are finishing puzzle number"
      throw WireError(.otherPuzzle, "\(own) \(day.number), not \(puzzle)")
    }
    try requireNoRest()
    try requireAnswered(seat.played)
    let viewers = viewers(of: seat.played)
    let isDrawn = session.format != .json || shared != nil
    let before = isDrawn ? board(at: seat, listsMoves: false) : nil
    let isWatched = members.watcherCount > 0 && onlyBoard != nil
    let publicBefore = isWatched ? board(of: seat.played, for: .outsider) : nil
    let move = try orLack(for: seat.played) { () throws(WireError) in
      try hub.attempt(request.content, on: seat.played, by: player.id, at: playTime, viewers: viewers)
    }
    gameFaults = GameFaults()
    try requirePlace(for: move, on: seat.played, by: player.id)
    let line = record(move, on: seat.played, by: player, player.id, moveID: request.moveID)
    let turn = move.turn
    publish(
      .moved(player: player.name, id: player.id, turn: turn, scope: seat.played.scope), .move(move, seat.played),
      for: Requester(session: session, re: re, boardBefore: before, publicBoardBefore: publicBefore), line: line)
    if let moveID = request.moveID { seat.played.remember(answer(turn, seat), for: moveID, by: player.id) }
    finishSeats(with: seat)
    if tableMatch != nil { scheduleDeadline() }
    // A round that no time ends would never be over.
    if hub.isFull(seat.played), rounds.end == nil, seats[player.id]?.isDone == false { perform(.boardFull) }
  }

  /// Refuses a move on a full board, but for one that ends it, and for giving up a part of the puzzle.
  func requirePlace(
    for move: Match.Played, on played: PlayedMatch, by player: PlayerID = RoomEvent.nobody
  ) throws(WireError) {
    guard hub.isFull(played), move.after.outcome(for: player) == nil else { return }
    if let verb = plan.game?.info.verbOfGivingUp, move.move[verb] != nil, hub.takesLastMoves(played) { return }
    try hub.requireRoom(on: played, "board", next: wayOn)
  }

  /// How to come to another board once one is full.
  private var wayOn: String {
    let next = "a new one comes with the next \(mode.roundNoun)"
    guard let verb = plan.game?.info.verbOfGivingUp else { return next }
    return "\(verb.replacing("_", with: " ")) to see the solution; \(next)"
  }

  /// Why a board takes no more moves of a player, in place of what to do next; `nil` for one that does.
  func reasonOfFullBoard(at seat: Seat) -> String? {
    // A move that ends a board is shown before its player is done.
    guard !seat.isDone, isPlaying, hub.isFull(seat.played),
      seat.played.match.outcome(for: seat.player.id) == nil
    else { return nil }
    return hub.fullBoard(seat.played, "board", next: wayOn)
  }

  /// The answer that a `move_id` has had already, even if the match is over by now or the next one has begun.
  private func earlierAnswer(to moveID: String, by player: PlayerID) -> ShownMove? {
    let boards = boards
    return boards.seats[player]?.played.answer(to: moveID, by: player)
      ?? boards.former[player]?.played.answer(to: moveID, by: player)
  }

  /// - Throws: in a room for talking.
  func game() throws(WireError) -> GameModule {
    guard let game = plan.game else { throw WireError(.notPlaying, "\(name) is a room for talking") }
    return game
  }

  /// - Parameter beginsToday: whether a board of the day before is given up for today's.
  func seatToPlay(_ player: Player, beginsToday: Bool = false) throws(WireError) -> Seat {
    guard let member = members[player.id] else {
      throw WireError(.notInRoom, "You are not in \(name): join it first")
    }
    if member.isWatching { throw WireError(.watching, "You are only watching \(name): join it to play") }
    _ = try game()
    try sitForTheDay(player, settings: nil, beginsToday: beginsToday)
    guard let seat = seats[player.id] else {
      if isPlaying {
        throw WireError(.notPlaying, "A \(mode.roundNoun) is under way in \(name): you play from the next one on")
      }
      throw WireError(.notPlaying, "No round is under way in \(name): the owner begins one with /start")
    }
    if seat.isDone { throw WireError(Rejection.gameOver) }
    if seat.played.isQuarantined {
      throw WireError(.notPlaying, "What is stored of this board is damaged: it is left as it is")
    }
    if !isPlaying {
      throw WireError(.notPlaying, "The round is over: wait for the next one")
    }
    // A board that was dropped, or could not be read, does not give a puzzle a second time.
    if hub.knowledge.hasFinished(player.id, seat.played.scope) { throw WireError(Rejection.gameOver) }
    if rounds.isPaused {
      let how = owner === player ? "with /unpause" : "when \(owner?.name ?? "its owner") says so"
      throw WireError(.paused, "The round is paused: it goes on \(how)")
    }
    return seat
  }

  /// The answer as it is kept for a repeated `move_id`.
  private func answer(_ turn: Turn, _ seat: Seat) -> ShownMove {
    let message = Moved(
      place: EventPlace(room: name, seq: seq), player: seat.player.name,
      turn: turn.full(for: seat.player.id), board: board(at: seat))
    return ShownMove(message: message, isOwn: true, redrawsBoard: true, remark: turn.remark)
  }

  private func finishSeats(with seat: Seat) {
    let played = seat.played
    // Only a shared board is done for several at once: a daily with ten thousand boards looks at one.
    if shared === played { finish(played, seats.values) } else { finish(played, CollectionOfOne(seat)) }
  }

  /// Sees who is done of those who sit at a board. Each move asks that, so that it costs next to nothing while nobody
  /// is.
  func finish(_ played: PlayedMatch, _ some: some Sequence<Seat>) {
    var done: [(seat: Seat, outcome: Outcome)] = []
    for seat in some where seat.played === played && !seat.isDone {
      if let outcome = played.match.outcome(for: seat.player.id) { done.append((seat, outcome)) }
    }
    guard !done.isEmpty else { return }
    for (seat, outcome) in done.sorted(by: { $0.seat.player.id < $1.seat.player.id }) { finish(seat, outcome) }
    perform(.boardsChanged)
  }

  private func finish(_ seat: Seat, _ outcome: Outcome) {
    finish(seat, Seat.Result(outcome: outcome, elapsed: seat.played.elapsed(at: playTime)))
  }

  func finish(_ seat: Seat, _ result: Seat.Result) {
    let outcome = result.outcome
    let share = self.share(of: seat, outcome)
    let line = record(result, of: seat, share: share)
    let scope = seat.played.scope
    publish(
      .finished(player: seat.player.name, id: seat.player.id, result: result, share: share, scope: scope),
      line: line)
    tellHiddenTalk(of: scope, to: seat.player)
    for reaction in Self.matchReactions { reaction.boardIsDone(seat, outcome, in: self) }
  }

  func share(of seat: Seat, _ outcome: Outcome) -> String {
    outcome.grid.text(title: plan.game?.info.title ?? name, label: seat.label)
  }
}
