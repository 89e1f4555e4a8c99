import GameKit
import Kernel
import TextMode
import WireProtocol

/// Rounds: the decisions of the mode.
extension Room {
  /// The owner requests a round.
  func start(for requester: Requester?) throws(WireError) {
    self.requester = requester
    defer { self.requester = nil }
    dealFailure = nil
    perform(.startAsked)
    if let failure = takeDealFailure() { throw WireError(failure) }
  }

  /// Why nothing was dealt, returned once.
  func takeDealFailure() -> Rejection? {
    defer { dealFailure = nil }
    return dealFailure
  }

  /// Passes an event to the mode, and executes its decision.
  func perform(_ event: ModeEvent) {
    notifyDepartures()
    // A game in another process must first answer the departures: a match must not end before that.
    if !view.awaitsDepartures { follow(event) }
  }

  /// Executes the mode's decision after an event.
  func follow(_ event: ModeEvent) {
    guard let action = mode.action(after: event, in: state, at: hub.now) else { return }
    switch action {
    case .beginRound(let endsAt): beginRound(endsAt: endsAt, after: event)
    case .endRound(let nextAt): endRound(nextAt: nextAt)
    }
    scheduleDeadline()
  }

  /// - Parameter event: the event after which it begins.
  private func beginRound(endsAt: Instant?, after event: ModeEvent) {
    let round = rounds.number + 1
    let players = mode.playOrder(of: members.all.filter { !$0.isWatching }, in: round)
    let dealt: (match: Match, startsOver: Bool)
    let puzzle: JSON
    let begin: Match.Played?
    do throws(Rejection) {
      dealt = try puzzles.match(of: round, in: view)
      guard let written = try? dealt.match.puzzle() else { throw .noPuzzlesLeft }
      puzzle = written
      begin = try view.beginning(of: dealt.match, with: players)
    } catch {
      if error == .gameHasNotAnswered, awaitRound(after: event) { return }
      puzzles.settle()
      // A round that cannot begin uses up no number.
      hub.log("no_puzzle", ["room": .string(name), "why": .string(error.message)])
      return dealFailure = error
    }
    puzzles.settle()
    var deal = Deal(round: round, endsAt: endsAt, dealtAt: hub.now, startsOver: dealt.startsOver, puzzle: puzzle)
    let shared = mode.sharesBoard ? hub.numbers.next() : nil
    for player in players { deal.boards.append(Deal.Board(player: player, match: shared ?? hub.numbers.next())) }
    puzzles.note(dealt.match.puzzleKey, in: view)
    if let begin, let shared { record(begin, of: dealt.match, number: shared, in: deal) }
    publish(.round(deal), .dealt(dealt.match, begin: begin), for: requester)
  }

  /// The number of the board for a player who joins the current round; `nil` if there is none to deal, or the player
  /// has one.
  func boardToGive(_ player: PlayerID) -> Int64? {
    guard rounds.isRunning, seats[player] == nil, !boards.isKept(for: player), plan.seatsLatecomers else { return nil }
    return shared?.id ?? hub.numbers.next()
  }

  /// Counts the boards of a round that were begun and are not finished as lost.
  private func recordGivenUp(of scope: PuzzleScope) {
    let lost = Outcome(won: false, score: 0, grid: ShareGrid(headline: "", rows: []))
    let seated = [seats, formerSeats].flatMap(\.values).filter { $0.played.scope == scope && state.isGivenUp($0) }
    for seat in seated.sorted(by: { $0.player.id < $1.player.id }) where state.counts(lost, of: seat) {
      let result = Seat.Result(outcome: lost, elapsed: seat.played.elapsed(at: playTime))
      recordGivenUp(result, of: seat)
    }
  }

  private func endRound(nextAt: Instant?) {
    let (round, scope) = (rounds.number, PuzzleScope.dealt(room: number, round: rounds.number))
    let unfinished = seats.values.filter { !$0.isDone }.sorted { $0.player.id < $1.player.id }
    // A player who has finished and left has a place nevertheless.
    let gone = formerSeats.values.filter { $0.isDone && $0.played.scope == scope }
    let played: [Seat] = seats.values + gone
    let changes = Self.matchReactions.reduce(into: [:]) { changes, reaction in
      changes.merge(reaction.roundEnds(played, in: self)) { $1 }
    }
    var standings = Standings.ranked(played, wins: state.wins, isOver: !isAbandoned)
    for index in standings.indices { standings[index].rating = changes[standings[index].id] }
    if !isAbandoned { recordGivenUp(of: scope) }
    let nextAt = plan.hasOneRound ? nil : nextAt ?? (rounds.isStopped ? nil : view.nextOfSeries(standings))
    let solution = table?.match.solution() ?? []
    publish(.roundOver(number: round, standings: standings, solution: solution, scope: scope, nextAt: nextAt))
    for seat in unfinished { sendHiddenTalk(of: scope, to: seat.player) }
    announceEnd(of: round, standings, played)
    // Practice concerns nobody else, and would fill the log.
    guard mode.hasCommonRounds else { return }
    hub.log("round_over", ["room": .string(name), "round": .int(round), "players": .int(standings.count)])
  }
}
