import GameKit
import TextMode
import WireProtocol

/// The end of a ballot, and who gets its counts.
extension Ballot {
  /// Updates the ballot after an event: members, pauses, moves.
  ///
  /// - Returns: whether the event concerns it.
  mutating func follow(_ event: RoomEvent, in room: RoomView) -> Bool {
    switch event.content {
    case .moved, .round, .roundOver: clear()
    case .presence: if room.members[event.actor.id]?.isWatching != false { withdraw(event.actor.id) }
    case .directed: endsAt = room.rounds.isPaused || count == 0 ? nil : end(in: room)
    case .finished, .said, .shared, .unshared, .reacted, .removed: return false
    }
    return true
  }

  /// When a ballot ends that begins now.
  func end(in room: RoomView) -> Instant? {
    room.mode.ballotSeconds.map { room.hub.now.adding(milliseconds: Int64($0) * 1000) }
  }

  /// When it is next due.
  func deadline(in room: RoomView) -> Instant? {
    let count = endsAt.map { isDecided(in: room) ? room.hub.now : $0 }
    return [tellsAt, count].compactMap { $0 }.min()
  }

  /// Whether its votes are counted now: the time is up, or all have voted.
  func isOver(in room: RoomView) -> Bool {
    endsAt.map { $0 <= room.hub.now || isDecided(in: room) } ?? false
  }

  private func isDecided(in room: RoomView) -> Bool { hasEverybodyVoted(in: room) && winner(in: room) != nil }

  /// What is played if the votes are counted now; `nil` where too few have voted, and to give up alone.
  func winner(in room: RoomView) -> Choice? { winner(among: room.members.seatedCount) }

  /// Whether all present members with a seat have voted.
  private func hasEverybodyVoted(in room: RoomView) -> Bool {
    count >= room.members.presentPlayerCount
      && room.members.all.allSatisfy { $0.isWatching || $0.awaySince != nil || hasVoted($0.player.id) }
  }

  // MARK: - Counts

  /// The most moves shown with their votes.
  private static let leadingShown = 5

  /// The counts for a player; for all if `nil`.
  ///
  /// - Parameter showsMoves: not for watchers.
  func counts(for player: PlayerID?, showsMoves: Bool = true, in room: RoomView) -> VoteCounts {
    VoteCounts(
      room: room.name, votes: count, players: room.members.presentPlayerCount,
      endsInMilliseconds: endsAt.map { Int(max(0, $0.milliseconds(since: room.hub.now))) },
      leading: showsMoves ? leading(Self.leadingShown).map(VoteCounts.Choice.init) : [],
      own: player.flatMap(choice).map(VoteCounts.Choice.init))
  }

  /// Sends due counts to all present members, encoded once for voters and once for watchers.
  ///
  /// - Parameter answered: a session that has just got them.
  mutating func sendCounts(besides answered: Session?, in room: RoomView) {
    guard let due = tellsAt, due <= room.hub.now else { return }
    let reached = tell(at: room.hub.now)
    for looksOn in [false, true] {
      let sessions = room.members.all.lazy.filter { $0.isWatching == looksOn && $0.behindSince == nil }
        .compactMap(\.session).filter { $0 !== answered && ($0.format == .text ? reached.text : reached.programs) }
      room.hub.send(counts(for: nil, showsMoves: !looksOn, in: room), to: sessions, after: room.ticket)
    }
  }

  /// Shows the open ballot to a session that has joined.
  func show(to session: Session, in room: RoomView) {
    guard count > 0, let member = room.members[session.player.id] else { return }
    room.hub.send(
      counts(for: member.player.id, showsMoves: !member.isWatching, in: room), to: session, after: room.ticket)
  }
}

extension Delivery {
  /// Sends the played move to all voters, encoded once per format: their boards are the same.
  func tellVoters(_ dispatch: Dispatch, in room: RoomView) {
    room.hub.fanOut(after: room.ticket) { fanout in
      for member in room.members.all where room.seats[member.player.id] != nil && !member.isWatching {
        guard let session = member.session else { continue }
        let audience = Audience(looksOn: true, format: session.format)
        let range = fanout.message(to: audience) {
          let message = room.message(of: dispatch.event, for: member, informed: true, from: dispatch.from)
          return room.hub.encoded(message, as: session.format)
        }
        fanout.deliver(range, to: session, audience, room.hub)
      }
    }
  }
}

extension VoteCounts.Choice {
  fileprivate init(_ choice: Ballot.Choice) {
    self.init(text: Drawing.move(choice.move.move), move: choice.move.move, votes: choice.votes)
  }
}
