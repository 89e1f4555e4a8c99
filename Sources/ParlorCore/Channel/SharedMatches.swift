import GameKit
import WireProtocol

extension Hub {
  /// A finished match as the channel keeps it.
  func share(of replayed: ReplayedMatch, by player: Player) throws(WireError) -> StoredShare {
    let history = replayed.history
    if isRecorded(history.match) { return try share(ofRecorded: history, by: player) }
    let match = try end(of: replayed)
    guard let game = configuration.games.first(where: { $0.info.id == history.match.game }),
      let outcome = match.outcome(for: player.id)
    else {
      throw WireError(.notFound, .match, "Match \(history.match.id) is not over")
    }
    let stored = history.match
    let result = history.results.first { $0.player == player.id }
    let day = result?.day ?? today.number
    let vote = result.map { VoteMode.isNamed(in: $0.share, of: game.info.title) } ?? false
    let label =
      stored.day.map(ShareGrid.numberText) ?? stored.archiveDay.map(ShareGrid.archiveText)
      ?? (vote ? VoteMode.label : stored.mode)
    return share(
      match: stored.id, game: game, player: player, outcome: outcome, label: label, puzzle: stored.day, day: day,
      mode: ModeKind(rawValue: stored.mode))
  }

  func share(
    match: Int64, game: GameModule, player: Player, outcome: Outcome, label: String, puzzle: Int?, day: Int,
    mode: ModeKind?
  ) -> StoredShare {
    let body = ShareBody(
      text: outcome.grid.text(title: game.info.title, label: label), puzzle: puzzle, mode: mode, tries: outcome.tries)
    return StoredShare(
      id: numbers.nextShare(), player: player.id, game: game.info.id, match: match, claim: nil, day: day,
      won: outcome.won,
      score: outcome.score, body: body.bytes, sharedAt: now)
  }

  /// Whether a viewer may know the puzzle of a stored match.
  ///
  /// - Parameter hasFinished: whether storage knows that the viewer has finished that very round, which outlives the
  ///   room in which it was played.
  func mayKnow(_ viewer: Player, _ match: StoredMatch, hasFinished: Bool) -> Bool {
    if let day = match.day { return mayKnow(viewer, .day(game: match.game, Day(number: day))) }
    if hasFinished { return true }
    return match.round.map { mayKnow(viewer, .dealt(room: match.room, round: $0)) } ?? false
  }
}

/// On servers that want it, every finished daily is shared automatically. Reads the outcome alone.
struct AutomaticShare: MatchReaction {
  func boardIsDone(_ seat: Seat, _ outcome: Outcome, in room: Room) {
    let hub = room.hub
    guard hub.configuration.autoShare, let game = room.plan.game, let channel = hub.channel,
      case .day(_, let day) = seat.played.scope
    else { return }
    let share = hub.share(
      match: seat.played.id, game: game, player: seat.player, outcome: outcome, label: seat.label, puzzle: day.number,
      day: day.number, mode: room.mode.kind)
    channel.post(share, of: seat.player)
  }
}
