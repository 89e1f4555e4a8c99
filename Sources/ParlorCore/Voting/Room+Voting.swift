import GameKit
import TextMode
import WireProtocol

/// Voting rooms: see ``VoteMode``.
extension Room {
  /// Treats a move as a vote: it is checked by the game, and not played.
  func vote(_ request: Request.Move, by session: Session, re: RequestID?) throws(WireError) {
    let player = session.player
    if let moveID = request.moveID, ballot.isRepeated(moveID, by: player.id) {
      return hub.send(ballot.counts(for: player.id, in: view), to: session, answering: re, after: ticket)
    }
    let seat = try seatToPlay(player)
    try requireNoRest()
    try view.requireAnswered(seat.played)
    let move = try view.orLack(for: seat.played) { () throws(WireError) in
      // Nobody's: what a game stores about the mover is about the room.
      try hub.attempt(
        request.content, on: seat.played, by: RoomEvent.nobody, at: playTime, viewers: state.viewers(of: seat.played))
    }
    gameFaults = GameFaults()
    try view.requirePlace(for: move, on: seat.played)
    let kind = plan.game?.info.kind(of: move.move) ?? .play
    ballot.vote(for: move, kind: kind, by: player.id, moveID: request.moveID, at: hub.now)
    if ballot.endsAt == nil { ballot.endsAt = ballot.end(in: view) }
    hub.send(ballot.counts(for: player.id, in: view), to: session, answering: re, after: ticket)
    reachBallotTime(besides: session)
    scheduleDeadline()
  }

  /// Plays the winning move once the time is up, and sends the counts when they are due.
  ///
  /// - Parameter answered: a session that has just got them.
  func reachBallotTime(besides answered: Session? = nil) {
    if ballot.isOver(in: view) { return playWinner() }
    ballot.sendCounts(besides: answered, in: view)
  }

  private func playWinner() {
    guard let shared, isPlaying, ballot.count > 0 else { return ballot.clear() }
    guard let move = ballot.winner(in: view)?.move else {
      ballot.goOn(until: ballot.end(in: view), at: hub.now)
      return ballot.sendCounts(besides: nil, in: view)
    }
    let line = record(move, on: shared, by: nil, RoomEvent.nobody, moveID: nil)
    publish(.moved(move.turn, scope: shared.scope), .move(move, shared), line: line)
    finish(shared, seats.values)
    if hub.isFull(shared), seats.values.contains(where: { !$0.isDone }) { perform(.boardFull) }
  }
}
