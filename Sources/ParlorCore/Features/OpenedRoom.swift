package import GameKit
import Names
import TextMode
package import WireProtocol

/// The terms of a room for paired players: game, mode and settings.
///
/// ``SessionContext/terms(of:)`` makes them from the members of a `create`, as for a room that a player opens.
package struct RoomTerms {
  fileprivate let plan: Room.Plan
  package let game: GameModule

  package var mode: ModeKind? { plan.mode.kind }
  /// In the game's form: equal for equal settings, however they were written.
  package var settings: JSON { plan.settings }
  package var clock: ClockRules? { plan.clock }
  package var bestOf: Int? { plan.terms.bestOf }
  /// The time limit of a round, if set.
  package var roundSeconds: Int? { plan.roundSeconds }
  /// Whether matches may be rated: they are played at a table, against each other.
  package var mayBeRated: Bool { plan.mode.seats != nil }
  /// The number of players at a table; `nil` for puzzles.
  package var seats: ClosedRange<Int>? { plan.mode.seats?.count }

  /// The plan of a room for these players.
  fileprivate func plan(for players: [Player], isRated: Bool, isOwned: Bool, named name: PlayerName) -> Room.Plan {
    var plan = plan
    (plan.name, plan.terms.isRated, plan.isOwned) = (name, isRated, isOwned)
    plan.seatedPlayers = Set(players.map(\.id))
    return plan
  }
}

extension SessionContext {
  /// The terms of a room that a request would open.
  ///
  /// - Throws: as `create` does; and if the game has not answered: the handler runs again once it has.
  package func terms(of request: Request.Create) throws(WireError) -> RoomTerms {
    let games = parlor.hub.configuration.games
    let plan = try parlor.parts.opening.plan(isText ? request.typed(for: games, nil) : request, nil)
    guard let game = plan.game else { throw WireError(.badField, "Say which game is to be played") }
    return RoomTerms(plan: plan, game: game)
  }

  /// Refuses a room beyond the limits of the player or the server.
  package func checkOpening() throws(WireError) { try parlor.parts.opening.checkLimits(of: session) }

  /// Whether the player must not be interrupted: in a match at a table, or a begun and unfinished board of a common
  /// round. Boards of the day and of practice do not count.
  package var isPlaying: Bool {
    session.rooms.contains { room in
      guard room.isPlaying, room.mode.hasCommonRounds, let seat = room.seats[player.id], !seat.isDone else {
        return false
      }
      return room.mode.seats != nil || seat.played.hasBeenPlayed
    }
  }
}

extension FeatureContext {
  /// Refuses to bring a player into another room who is absent, in as many as allowed, or at a terminal in a match,
  /// which leaving would give up.
  package func checkArrival(of player: Player) throws(WireError) { _ = try parlor.parts.opening.arriving(player) }

  /// Opens a room for present players, brings them in, and begins the first round. Each gets `joined`. Its seats are
  /// reserved for them, in their order, also after a restart; others watch. ``RoundEnded`` gives the results, and
  /// ``RoomClosed`` the room's end.
  ///
  /// - Parameters:
  ///   - isRated: whether matches count for the public ratings, under the usual rules and limits.
  ///   - isOwned: whether the first player owns the room; otherwise nobody does, and nobody can kick, pause or stop.
  /// - Throws: see ``checkArrival(of:)``; `maintenance`, `too_many`, `too_fast`, or why there is no puzzle. Then no
  ///   room is left.
  package func openRoom(
    on terms: RoomTerms, for players: [Player], isRated: Bool, isOwned: Bool = true
  ) throws(WireError) -> RoomHandle {
    let name = try PlayerName(
      parlor.parts.opening.freeName(terms.game, terms.mode ?? .race), as: .room, maximum: 64)
    let plan = terms.plan(for: players, isRated: isRated, isOwned: isOwned, named: name)
    return RoomHandle(room: try parlor.parts.opening.open(plan, for: players, server))
  }
}

extension RoomOpening {
  fileprivate func open(
    _ plan: Room.Plan, for players: [Player], _ server: ServerContext
  ) throws(WireError) -> Room {
    var sessions: [Session] = []
    for player in players { sessions.append(try arriving(player)) }
    guard let first = sessions.first else { throw WireError(.notFound, .player, "There is nobody to play") }
    try hub.requireStorage()
    try hub.checkMaintenance()
    try hub.puzzles.checkBudget()
    try checkLimits(of: plan.isOwned ? first : nil)
    let room = add(plan, for: plan.isOwned ? first : nil)
    do throws(WireError) {
      for session in sessions { try bring(session, into: room, server) }
      if let failure = room.takeDealFailure() { throw WireError(failure) }
      if !room.isPlaying, room.pendingRound == nil { try begin(room, for: nil) }
    } catch {
      for player in players.reversed() { room.leave(player, reason: Presence.closed) }
      rooms.removeIfDeserted(room)
      throw error
    }
    logOpening(of: room, by: first)
    return room
  }

  fileprivate func arriving(_ player: Player) throws(WireError) -> Session {
    guard let session = player.session, session.closing == nil else {
      throw WireError(.notFound, .player, "\(player.name) is not here")
    }
    try checkMatch(of: session, besides: nil)
    try checkRoomCount(of: session)
    return session
  }

  private func bring(_ session: Session, into room: Room, _ server: ServerContext) throws(WireError) {
    let member = try room.enter(session, isWatching: false, settings: nil)
    if session.format == .text { leaveOthers(than: room, session) }
    var shown = room.view.shown(room.view.joined(for: member))
    shown.isAboutToBegin = true
    hub.send(shown, to: session, after: room.ticket)
    server.context(of: session).announceEntry(to: room, isBack: false)
  }
}
