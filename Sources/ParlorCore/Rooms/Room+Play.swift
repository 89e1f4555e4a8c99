import GameKit
import WireProtocol
import TextMode

/// Moves, and finished players.
extension Room {
  /// Plays a move, publishes it, and checks whether somebody has finished.
  func play(_ request: Request.Move, by session: Session, re: RequestID?) throws(WireError) {
    let player = session.player
    try daily?.requireBoards(of: player)
    reachTableTime()
    if let moveID = request.moveID, var earlier = view.earlierAnswer(to: moveID, by: player.id) {
      // A renamed player goes by the new name, also if the old one is not known any more.
      earlier.message.player = player.name
      return hub.send(earlier, to: session, answering: re, after: ticket)
    }
    let seat = try seatToPlay(player, beginsToday: request.puzzle == hub.today.number)
    if let puzzle = request.puzzle, case .day(_, let day) = seat.played.scope, day.number != puzzle {
      let own = day == hub.today ? "Today's puzzle is number" : "You are finishing puzzle number"
      throw WireError(.otherPuzzle, "\(own) \(day.number), not \(puzzle)")
    }
    try requireNoRest()
    try view.requireAnswered(seat.played)
    let viewers = state.viewers(of: seat.played)
    let isDrawn = session.format != .json || shared != nil
    let before = isDrawn ? view.board(at: seat, listsMoves: false) : nil
    let isWatched = members.watcherCount > 0 && state.onlyBoard != nil
    let publicBefore = isWatched ? view.board(of: seat.played, for: .outsider) : nil
    let move = try view.orLack(for: seat.played) { () throws(WireError) in
      try hub.attempt(request.content, on: seat.played, by: player.id, at: playTime, viewers: viewers)
    }
    gameFaults = GameFaults()
    try view.requirePlace(for: move, on: seat.played, by: player.id)
    let line = record(move, on: seat.played, by: player, player.id, moveID: request.moveID)
    let turn = move.turn
    publish(
      .moved(turn, scope: seat.played.scope), by: .init(player), .move(move, seat.played),
      for: Requester(session: session, re: re, boardBefore: before, publicBoardBefore: publicBefore), line: line)
    if let moveID = request.moveID { seat.played.remember(view.answer(turn, seat), for: moveID, by: player.id) }
    finishSeats(with: seat)
    if tableMatch != nil { scheduleDeadline() }
    // A round without a time limit would never end.
    if hub.isFull(seat.played), rounds.end == nil, seats[player.id]?.isDone == false { perform(.boardFull) }
  }

  /// - Parameter beginsToday: whether yesterday's board is given up for today's.
  func seatToPlay(_ player: Player, beginsToday: Bool = false) throws(WireError) -> Seat {
    try view.checkPlayer(player)
    try daily?.assignSeat(to: player, settings: nil, beginsToday: beginsToday)
    return try view.openSeat(of: player)
  }

  private func finishSeats(with seat: Seat) {
    let played = seat.played
    // Only a shared board is finished by several players at once: a daily with ten thousand boards checks one.
    if shared === played { finish(played, seats.values) } else { finish(played, CollectionOfOne(seat)) }
  }

  /// Checks which players of a board have finished. It runs after each move, so it costs almost nothing while nobody
  /// has.
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
    let share = view.share(of: seat, outcome)
    let line = record(result, of: seat, share: share, isRanked: !isAbandoned && state.counts(outcome, of: seat))
    let scope = seat.played.scope
    publish(.finished(result, share: share, scope: scope), by: .init(seat.player), line: line)
    sendHiddenTalk(of: scope, to: seat.player)
    for reaction in Self.matchReactions { reaction.boardIsDone(seat, outcome, in: self) }
  }
}
