import GameKit
import WireProtocol

/// What an event looks like to one viewer.
extension Room {
  /// Whether a viewer may be told an event's secret part.
  func mayHearAll(_ event: RoomEvent, _ viewer: Member) -> Bool {
    guard let scope = event.secret else { return true }
    if hub.mayKnow(viewer.player, scope) { return true }
    switch event.content {
    case .moved(_, let id, _, _), .finished(_, let id, _, _, _):
      return id == viewer.player.id || sharesBoard(viewer, scope)
    case .roundOver, .said, .round, .presence, .shared, .unshared, .reacted, .removed:
      return false
    }
  }

  /// Whether a viewer gets an encoding of its own: with its board, or with what no other viewer is told.
  func isPersonal(_ event: RoomEvent, for viewer: Member) -> Bool {
    switch event.content {
    case .moved(_, let id, _, let scope): id == viewer.player.id || sharesBoard(viewer, scope)
    case .finished(_, let id, _, _, _): id == viewer.player.id
    case .round: true
    case .presence(_, _, let id, _): id == viewer.player.id && viewer.session?.format == .text
    case .roundOver, .said, .shared, .unshared, .reacted, .removed: false
    }
  }

  /// Whether a viewer sits at the board that all share, and that puzzle is on it.
  private func sharesBoard(_ viewer: Member, _ scope: PuzzleScope) -> Bool {
    shared.map { $0.scope == scope && seats[viewer.player.id]?.played === $0 } ?? false
  }

  func message(
    of event: RoomEvent, for viewer: Member, informed: Bool, from: Int?
  ) -> any Drawable {
    let place = EventPlace(room: name, seq: event.seq, from: from)
    switch event.content {
    case .moved(let player, let id, let turn, let scope):
      // On resume a move may belong to a puzzle that is no longer on the table.
      let showsBoard = (id == viewer.player.id || sharesBoard(viewer, scope)) && scope == self.scope
      let message = Moved(
        place: place, player: player, turn: informed ? turn.full : turn.open,
        board: showsBoard ? board(for: viewer) : nil)
      return ShownMove(
        message: message, isOwn: id == viewer.player.id, remark: informed ? turn.remark : turn.openRemark)
    case .finished(let player, let id, let outcome, let share, let scope):
      let isOwn = id == viewer.player.id
      var finished = Finished(
        place: place, player: player, outcome: outcome.fields(informed: informed), share: share,
        praise: isOwn && !outcome.praise.isEmpty ? outcome.praise : nil)
      if isOwn, case .day = scope { finished.nextDaySeconds = hub.secondsToNextDay }
      return ShownFinish(message: finished, isOwn: isOwn, noun: noun)
    case .round(let number, let endsAt):
      return Round(
        place: place, number: number, board: number == mode?.round ? board(for: viewer) : nil,
        endsInSeconds: endsAt.map { hub.now.seconds(until: $0) })
    case .roundOver(let number, let standings, let solution, _, let nextAt):
      return RoundOver(
        place: place, number: number,
        standings: standings.prefix(hub.limits.playersListed).map { line($0, informed: informed) },
        solution: informed ? solution : nil,
        nextInSeconds: nextAt.map { hub.now.seconds(until: $0) })
    case .said(let player, _, let text, _):
      return Said(place: place, player: player, text: informed ? text : nil)
    case .presence(let change, let player, let id, let details):
      let presence = Presence(
        place: place, change: change, player: player, isWatching: details.isWatching, reason: details.reason,
        name: details.name, isMuted: details.isMuted)
      return ShownPresence(message: presence, isOwn: id == viewer.player.id)
    case .shared(let result, _, let replaced):
      return Shared(place: place, result: result, replaced: replaced)
    case .unshared(let player, _, let share): return Unshared(place: place, player: player, share: share)
    case .reacted(let player, _, let reaction): return reaction.message(at: place, by: player)
    case .removed: return Digest(place: place, playerCount: members.presentPlayerCount, finished: 0, recent: [])
    }
  }

  private func line(_ standing: Standing, informed: Bool) -> RoundOver.Standing {
    RoundOver.Standing(
      place: standing.place, player: standing.player,
      outcome: standing.result?.outcome.fields(informed: informed),
      elapsedMilliseconds: standing.result.map { Int($0.elapsed.milliseconds) },
      progress: standing.progress > 0 ? standing.progress : nil, wins: standing.wins)
  }

  /// The board in front of a viewer: its own, or the shared one as the viewer may see it.
  func board(for viewer: Member) -> Board? {
    if let seat = seats[viewer.player.id] { return seat.board(title: boardTitle) }
    guard let shared, let scope else { return nil }
    return publicBoard(of: shared, scope: scope, for: viewer)
  }

  /// Somebody else's board, as a viewer may see it.
  func publicBoard(of played: PlayedMatch, scope: PuzzleScope, for viewer: Member) -> Board {
    var board = played.match.board(for: hub.mayKnow(viewer.player, scope) ? .informed : .outsider)
    board.title = boardTitle
    board.prompt = ""
    board.gestures = []
    return board
  }

  /// What players call a puzzle here.
  var noun: String { plan.game?.info.puzzleNoun ?? "puzzle" }

  /// `Wordle 324`, `Wordle round 2`.
  var boardTitle: String {
    guard let game = plan.game else { return name }
    switch template?.scope {
    case .day(_, let day): return "\(game.info.title) \(ShareGrid.numberText(day.number))"
    case .dealt(_, let round):
      return "\(game.info.title) \(plan.archiveDay == nil ? "round \(round)" : plan.label(of: round))"
    case nil: return game.info.title
    }
  }
}

extension RoomEvent {
  /// The puzzle of which a part of the event tells; `nil` where everyone may hear all of it.
  var secret: PuzzleScope? {
    switch content {
    case .moved(_, _, _, let scope), .finished(_, _, _, _, let scope), .roundOver(_, _, _, let scope, _): scope
    case .said(_, _, _, let scope): scope
    case .round, .presence, .shared, .unshared, .reacted, .removed: nil
    }
  }

  /// Whether there may be viewers who get an encoding of their own.
  var isPersonal: Bool {
    switch content {
    case .moved, .finished, .round, .presence: true
    case .roundOver, .said, .shared, .unshared, .reacted, .removed: false
    }
  }

  /// Whose name a digest mentions.
  var mover: String? {
    switch content {
    case .moved(let player, _, _, _), .finished(let player, _, _, _, _): player
    case .round, .roundOver, .said, .presence, .shared, .unshared, .reacted, .removed: nil
    }
  }

  /// Who hears of it at once even in a large room.
  var concerned: PlayerID? {
    switch content {
    case .moved(_, let id, _, _), .finished(_, let id, _, _, _), .presence(_, _, let id, _), .reacted(_, let id, _): id
    case .round, .roundOver, .said, .shared, .unshared, .removed: nil
    }
  }
}
