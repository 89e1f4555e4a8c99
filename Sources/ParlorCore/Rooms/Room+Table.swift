import GameKit
import TextMode
import WireProtocol

/// Table games: seats, events besides moves, and time.
extension Room {
  // MARK: - Events

  /// A player resigns, or offers a draw.
  func ask(_ event: (PlayerID) -> TableEvent, by session: Session, re: RequestID?) throws(WireError) {
    reachTableTime()
    let seat = try seatToPlay(session.player)
    try view.requireAnswered(seat.played)
    try requireTable()
    try handle(event(session.player.id), on: seat.played, for: Requester(session: session, re: re))
  }

  private func requireTable() throws(WireError) {
    guard mode.seats != nil else { throw WireError(.notHere) }
  }

  /// The room's owner leads a match with timed phases. A rated player must not lead: a pause at the right moment is
  /// worth more than knowing the answer.
  func direct(_ event: TableEvent, for requester: Requester) throws(WireError) {
    reachTableTime()
    try requireTable()
    guard let shared = tableMatch, !shared.isQuarantined else {
      throw WireError(.notPlaying, "No match is under way in \(name): /start begins one")
    }
    try view.requireAnswered(shared)
    let leader = requester.session.player
    if view.isRated, !leader.isGuest, seats[leader.id] != nil || shared.lastMoves[leader.id] != nil {
      throw Self.leadsOwnRatedMatch
    }
    try handle(event, on: shared, for: requester)
  }

  static let leadsOwnRatedMatch = WireError.notHere(
    "A player of a rated match does not lead it: /watch before a match begins, or open the room unrated")

  private func handle(_ event: TableEvent, on played: PlayedMatch, for requester: Requester) throws(WireError) {
    try hub.requireRoom(on: played, "match", next: "a new one comes with the next round")
    try view.orLack(for: played) { () throws(WireError) in
      do throws(Rejection) {
        try handle(event, at: played.elapsed(at: playTime), for: requester)
      } catch {
        throw WireError(error)
      }
    }
  }

  /// Sends the game a `leave` or `join` event for each player who has left or come since the last time.
  func notifyDepartures() {
    guard let shared = tableMatch else { return }
    for player in shared.players where seats[player] == nil { tell(.leave(player)) }
    for player in seats.keys.sorted() where isPlaying && !shared.players.contains(player) { tell(.join(player)) }
  }

  func tell(_ event: TableEvent) {
    guard let shared, !view.isAsking(shared) else { return }
    do {
      try handle(event, at: shared.elapsed(at: playTime))
    } catch {
      if error == .gameHasNotAnswered { awaitTable() }
    }
  }

  /// Passes an event to the game, and publishes the result.
  ///
  /// - Throws: the game's rejection; then nothing has changed.
  private func handle(_ event: TableEvent, at elapsed: Elapsed, for requester: Requester? = nil) throws(Rejection) {
    guard let shared = tableMatch, !shared.isQuarantined else { return }
    let happened = try shared.attempt(event, at: elapsed, viewers: state.viewers(of: shared))
    let player = event.player.flatMap { boards[$0]?.player ?? members[$0]?.player }
    let id = event.player ?? RoomEvent.nobody
    let line = record(happened, on: shared, by: player, id, moveID: nil)
    let name = player?.name ?? (id == RoomEvent.nobody ? "" : RoomState.forgotten)
    publish(
      .moved(happened.turn, scope: shared.scope), by: .init(name, id), .move(happened, shared), for: requester,
      line: line)
    // A player who has left has a result nevertheless.
    finish(shared, [seats, formerSeats].lazy.flatMap(\.values))
    scheduleDeadline()
  }

  // MARK: - Time

  /// Plays the timed events that are due: at exactly their times, so that a replay is the same.
  func reachTableTime() {
    guard !isUnattended, tableRestsUntil.map({ $0 <= hub.now }) != false else { return }
    for _ in 0..<Self.mostAtOnce {
      guard let shared, let next = view.nextTableEvent, next.at <= shared.elapsed(at: playTime) else { return }
      do {
        try handle(next.event, at: next.at)
      } catch {
        if error == .gameHasNotAnswered { return awaitTable() }
        if error == .gameIsDown { return restTable() }
        // A game that refuses it is not called again: its time would be up for ever.
        return shared.ignoreTime()
      }
    }
  }

  /// The first player of the round is back after a start: the time since its last move was nobody's, also if the
  /// server's clock was set back. What a game asks all at once, such as a question, is discarded, as by its owner's
  /// pause: not all are back to answer it. Who watches or is out does not start the clocks of others.
  func endDowntime(for player: PlayerID) {
    guard isUnattended, state.isInPlay(player) else { return }
    let last = playTime
    apply(.attended)
    defer { scheduleDeadline() }
    skipTime(since: hub.now.adding(milliseconds: last.milliseconds - playTime.milliseconds))
    guard let shared = tableMatch, view.nextTableEvent != nil else { return }
    for event in [TableEvent.pause(RoomEvent.nobody), .unpause(RoomEvent.nobody)] {
      // Most games have nothing to discard.
      guard (try? handle(event, at: shared.lastElapsed)) != nil else { return }
    }
  }

  /// The most timed events per turn: after a long pause they are made up for in parts.
  private static let mostAtOnce = 100
}
