import GameKit
import TextMode
import WireProtocol

/// A room that moves as one: see ``VoteMode``.
extension Room {
  // MARK: - Votes

  /// Takes a move for a vote: it is checked as the game checks it, and not played.
  func vote(_ request: Request.Move, by session: Session, re: RequestID?) throws(WireError) {
    let player = session.player
    if let moveID = request.moveID, ballot.isRepeated(moveID, by: player.id) {
      return hub.send(tally(for: player.id), to: session, answering: re, after: ticket)
    }
    let seat = try seatToPlay(player)
    try requireNoRest()
    try requireAnswered(seat.played)
    let move = try orLack(for: seat.played) { () throws(WireError) in
      // Nobody's: what a game keeps of who has moved is about the room.
      try hub.attempt(
        request.content, on: seat.played, by: RoomEvent.nobody, at: playTime, viewers: viewers(of: seat.played))
    }
    gameFaults = GameFaults()
    try requirePlace(for: move, on: seat.played)
    let kind = plan.game?.info.kind(of: move.move) ?? .play
    ballot.vote(for: move, kind: kind, by: player.id, moveID: request.moveID, at: hub.now)
    if ballot.endsAt == nil { ballot.endsAt = ballotEnd }
    hub.send(tally(for: player.id), to: session, answering: re, after: ticket)
    reachBallotTime(besides: session)
    scheduleDeadline()
  }

  private var ballotEnd: Instant? {
    mode.ballotSeconds.map { hub.now.adding(milliseconds: Int64($0) * 1000) }
  }

  /// Keeps the ballot in step with who is here, with pauses, and with what is played.
  func followBallot(_ content: RoomEvent.Content) {
    switch content {
    case .moved, .round, .roundOver: ballot.clear()
    case .presence(_, _, let id, _): if members[id]?.isWatching != false { ballot.withdraw(id) }
    case .directed: ballot.endsAt = rounds.isPaused || ballot.count == 0 ? nil : ballotEnd
    case .finished, .said, .shared, .unshared, .reacted, .removed: return
    }
    scheduleDeadline()
  }

  // MARK: - Time

  /// When the ballot next has something to do.
  var ballotDeadline: Instant? {
    let count = ballot.endsAt.map { hasEverybodyVoted ? hub.now : $0 }
    return [ballot.tellsAt, count].compactMap { $0 }.min()
  }

  /// Whether nobody is waited for: all with a seat who are here have voted.
  private var hasEverybodyVoted: Bool {
    ballot.count >= members.presentPlayerCount
      && members.all.allSatisfy { $0.isWatching || $0.awaySince != nil || ballot.hasVoted($0.player.id) }
  }

  /// Plays the move that has won once the time is up, and sends the counts when they are due.
  ///
  /// - Parameter answered: somebody who has just been told.
  func reachBallotTime(besides answered: Session? = nil) {
    if let endsAt = ballot.endsAt, endsAt <= hub.now || hasEverybodyVoted { return playWinner() }
    if let due = ballot.tellsAt, due <= hub.now { sendTally(besides: answered) }
  }

  private func playWinner() {
    guard let move = ballot.leading(1).first?.move, let shared, isPlaying else { return ballot.clear() }
    let line = record(move, on: shared, by: nil, RoomEvent.nobody, moveID: nil)
    publish(
      .moved(player: "", id: RoomEvent.nobody, turn: move.turn, scope: shared.scope), .move(move, shared), line: line)
    finish(shared, seats.values)
    if hub.isFull(shared), seats.values.contains(where: { !$0.isDone }) { perform(.boardFull) }
  }

  // MARK: - Counts

  /// So many moves are shown with their votes.
  private static let leadingShown = 5

  /// The counts as a player sees them; `nil` for those who look on, who get no moves.
  private func tally(for player: PlayerID?, showsMoves: Bool = true) -> VoteCounts {
    VoteCounts(
      room: name, votes: ballot.count, players: members.presentPlayerCount,
      endsInMilliseconds: ballot.endsAt.map { Int(max(0, $0.milliseconds(since: hub.now))) },
      leading: showsMoves ? ballot.leading(Self.leadingShown).map(VoteCounts.Choice.init) : [],
      own: player.flatMap(ballot.choice).map(VoteCounts.Choice.init))
  }

  /// Sends the counts to all who are here, written once for those who vote and once for those who look on.
  private func sendTally(besides answered: Session?) {
    let reached = ballot.tell(at: hub.now)
    for looksOn in [false, true] {
      let sessions = members.all.lazy.filter { $0.isWatching == looksOn && $0.behindSince == nil }
        .compactMap(\.session).filter { $0 !== answered && ($0.format == .text ? reached.text : reached.programs) }
      hub.send(tally(for: nil, showsMoves: !looksOn), to: sessions, after: ticket)
    }
  }

  /// Shows the open ballot to somebody who has come in.
  func showTally(to session: Session) {
    guard ballot.count > 0, let member = members[session.player.id] else { return }
    hub.send(tally(for: member.player.id, showsMoves: !member.isWatching), to: session, after: ticket)
  }

  /// Sends what the room has played to all who vote, written once for each format: their boards are the same.
  func tellVoters(_ event: RoomEvent, from: Int?) {
    hub.fanOut(after: ticket) { fanout in
      for member in members.all where seats[member.player.id] != nil && !member.isWatching {
        guard let session = member.session else { continue }
        let audience = Audience(looksOn: true, format: session.format)
        let range = fanout.message(to: audience) {
          hub.encoded(message(of: event, for: member, informed: true, from: from), as: session.format)
        }
        fanout.deliver(range, to: session, audience, hub)
      }
    }
  }
}

extension VoteCounts.Choice {
  fileprivate init(_ choice: Ballot.Choice) {
    self.init(text: Drawing.move(choice.move.move), move: choice.move.move, votes: choice.votes)
  }
}
