import GameKit
import WireProtocol
import TextMode

/// Messages of events for one viewer.
extension RoomView {
  /// Whether a viewer may see an event's secret part.
  func mayHearAll(_ event: RoomEvent, _ viewer: Member) -> Bool {
    guard let scope = event.secret else { return true }
    if hub.mayKnow(viewer.player, scope) { return true }
    switch event.content {
    case .moved, .finished: return event.actor.id == viewer.player.id || state.isAtBoard(viewer, scope)
    case .roundOver, .said, .round, .directed, .presence, .shared, .unshared, .reacted, .removed: return false
    }
  }

  /// Whether there may be members who may know a puzzle in play.
  func mayBeKnown(_ scope: PuzzleScope) -> Bool {
    if case .day(_, let day) = scope, day < hub.openSince { return true }
    return shared != nil || hub.knowledge.finishedCount(scope) > 0
  }

  /// Whether a viewer needs an encoding of its own: with its board, or with what no other viewer gets.
  func isPersonal(_ event: RoomEvent, for viewer: Member) -> Bool {
    let isOwn = event.actor.id == viewer.player.id
    return switch event.content {
    case .moved(_, let scope): isOwn || state.isAtBoard(viewer, scope)
    case .finished, .said: isOwn
    case .round: !viewer.isWatching
    case .presence: isOwn && viewer.session?.format == .text
    case .roundOver, .directed, .shared, .unshared, .reacted, .removed: false
    }
  }

  func message(
    of event: RoomEvent, for viewer: Member, informed: Bool, from: Int?, isMissed: Bool = false
  ) -> any Drawable {
    let place = EventPlace(room: name, from: from, seq: event.seq)
    if isBlocked(event, for: viewer) { return message(insteadOf: event, at: place) }
    let (player, isActor) = (event.actor.name, event.actor.id == viewer.player.id)
    switch event.content {
    case .moved(let turn, let scope):
      // Table events have the same text for everybody.
      let isOwn = isActor && turn.open["event"] == nil
      // A resuming watcher has been sent the present boards.
      let board =
        isActor || state.isAtBoard(viewer, scope)
        ? ((seats[viewer.player.id]?.played.scope ?? self.scope) == scope ? board(for: viewer) : nil)
        : state.looksOn(viewer) && !isMissed ? watchedBoard(after: event.actor.id, scope, for: viewer) : nil
      var fields = fields(of: turn, scope, for: viewer.player, informed: informed)
      let concerned = nameConcerned(in: &fields)
      let message = Moved(place: place, player: player, turn: fields, board: board)
      let hasOwnRemark = informed && (isOwn || !turn.remark.isEmpty)
      return ShownMove(
        message: message, isOwn: isOwn, redrawsBoard: isOwn || state.onlyBoard != nil,
        remark: concerned + (hasOwnRemark ? turn.remark : turn.openRemark))
    case .finished(let result, let share, let scope):
      let outcome = result.outcome
      var finished = Finished(
        place: place, player: player, outcome: outcome.fields(informed: informed), share: share,
        praise: isActor && !outcome.praise.isEmpty ? outcome.praise : nil)
      if isActor, case .day(_, hub.today) = scope { finished.nextDaySeconds = hub.clock.secondsToNextDay }
      return ShownFinish(message: finished, isOwn: isActor, noun: state.noun)
    case .round(let deal):
      let message = Round(
        place: place, number: deal.round, board: deal.round == rounds.number ? firstBoard(for: viewer) : nil,
        endsInSeconds: deal.endsAt.map { hub.now.seconds(until: $0) })
      return ShownRound(message: message, looksOn: viewer.isWatching)
    case .roundOver(let number, let standings, let solution, _, let nextAt):
      var message = RoundOver(
        place: place, number: number,
        standings: standings.prefix(standingsShown).map {
          line($0, informed: informed)
        },
        solution: informed && !solution.isEmpty ? solution : nil,
        nextInSeconds: nextAt.map { hub.now.seconds(until: $0) })
      message.bestOf = plan.terms.bestOf
      message.winner = plan.terms.winsNeeded.flatMap { needed in standings.first { $0.wins >= needed } }?.player
      return ShownRoundOver(message: message, starter: starter)
    case .said(let text, let scope):
      if scope != nil, isActor, !isMissed { return said(event, at: place, by: player, text, to: viewer) }
      return Said(place: place, player: player, text: informed ? text : nil)
    case .presence(let change, let details):
      var presence = Presence(
        place: place, change: change, player: player, isWatching: details.isWatching, reason: details.reason,
        name: details.name, isMuted: details.isMuted)
      presence.isBot = change == .entered && members[event.actor.id]?.player.isBot == true
      return ShownPresence(message: presence, isOwn: isActor)
    case .directed(let direction): return message(of: direction, by: player, at: place)
    case .shared(let result, let replaced): return Shared(place: place, result: result, replaced: replaced)
    case .unshared(let share): return Unshared(place: place, player: player, share: share)
    case .reacted(let reaction): return reaction.message(at: place, by: player)
    case .removed: return Digest(place: place, playerCount: members.presentPlayerCount, finished: 0, recent: [])
    }
  }

  private func message(of direction: Direction, by player: String, at place: EventPlace) -> any Drawable {
    switch direction {
    case .paused(let moment, let deadline, let isRound), .unpaused(let moment, let deadline, let isRound):
      var message = Paused(place: place, player: player, isPaused: direction.isPause)
      // A standing clock shows the time at which it stopped.
      let clock = message.isPaused ? moment : hub.now
      let left = deadline.map { clock.seconds(until: $0) }
      if isRound { message.endsInSeconds = left } else { message.nextInSeconds = left }
      return message
    case .stopped: return Stopped(place: place, player: player)
    case .changed(let seconds, let end):
      return Changed(
        place: place, player: player, roundSeconds: seconds,
        endsInSeconds: end.map { roundClock.seconds(until: $0) })
    case .locked(let isLocked): return Locked(place: place, player: player, isLocked: isLocked)
    }
  }

  /// Replaces the numbers of a turn's players by names.
  ///
  /// - Returns: the beginning of the remark.
  private func nameConcerned(in turn: inout JSONObject) -> String {
    guard let numbers = turn[Turn.players]?.arrayValue, !numbers.isEmpty else { return "" }
    let names = numbers.map { state.playerName(PlayerID(Int64($0.intValue ?? 0))) }
    turn[Turn.players] = .array(names.map { .string($0) })
    return Drawing.names(names, total: names.count) + " "
  }

  /// The part of a turn that a viewer may see.
  ///
  /// - Parameter informed: whether that includes the puzzle's secret.
  func fields(of turn: Turn, _ scope: PuzzleScope, for viewer: Player, informed: Bool) -> JSONObject {
    var fields = informed ? turn.full : turn.open
    for hand in turn.hands where hub.mayKnow(viewer, handOf: hand.players, scope) { fields.merge(hand.fields) }
    return fields
  }

  /// All get them at once, and `results` has the rest; a voting room's result is nobody's.
  var standingsShown: Int {
    if mode.ballotSeconds != nil { return 0 }
    return isLarge ? 16 : hub.limits.playersListed
  }

  func line(_ standing: Standing, informed: Bool) -> RoundOver.Standing {
    var line = RoundOver.Standing(
      place: standing.place > 0 ? standing.place : nil, player: standing.player,
      outcome: standing.result?.outcome.fields(informed: informed),
      elapsedMilliseconds: standing.result.map { Int($0.elapsed.milliseconds) },
      progress: standing.progress > 0 ? standing.progress : nil, wins: standing.wins)
    line.rating = standing.rating?.value
    line.ratingChange = standing.rating?.change
    return line
  }
}

extension RoomEvent {
  /// The puzzle of the event's secret part; `nil` if everyone may see all of it.
  var secret: PuzzleScope? {
    switch content {
    case .moved(_, let scope), .finished(_, _, let scope), .roundOver(_, _, _, let scope, _): scope
    case .said(_, let scope): scope
    case .round, .directed, .presence, .shared, .unshared, .reacted, .removed: nil
    }
  }

  /// Whether watchers get a board with it.
  var showsBoard: Bool {
    switch content {
    case .moved, .round: true
    case .finished, .roundOver, .said, .directed, .presence, .shared, .unshared, .reacted, .removed: false
    }
  }

  /// Whether there may be viewers with an encoding of their own.
  var isPersonal: Bool {
    switch content {
    case .moved, .finished, .round, .presence: true
    case .said(_, let scope): scope != nil
    case .roundOver, .directed, .shared, .unshared, .reacted, .removed: false
    }
  }

  /// Whether each player gets something else, with a board of their own.
  var differsForPlayers: Bool { if case .round = content { true } else { false } }

  /// The speaker of a line that not everybody may read.
  var speaker: PlayerID? { if case .said(_, .some) = content { actor.id } else { nil } }

  /// The player that a digest names.
  var mover: String? {
    switch content {
    // Nobody moves when time is up.
    case .moved, .finished: actor.name.isEmpty ? nil : actor.name
    case .round, .roundOver, .said, .directed, .presence, .shared, .unshared, .reacted, .removed: nil
    }
  }

  /// The player who gets it at once, even in a large room.
  var concerned: PlayerID? {
    switch content {
    case .moved, .finished, .presence, .reacted: actor.id
    case .round, .roundOver, .said, .directed, .shared, .unshared, .removed: nil
    }
  }
}
