import GameKit
import Kernel
import TextMode
import WireProtocol

/// Rounds: what the mode has happen, and which puzzles are dealt.
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
}
