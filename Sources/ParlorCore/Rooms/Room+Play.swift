import GameKit
import WireProtocol
import TextMode

/// Moves, and who is done.
extension Room {
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
    if plan.game?.info.kind(of: move.move) == .givingUp, hub.takesLastMoves(played) { return }
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
