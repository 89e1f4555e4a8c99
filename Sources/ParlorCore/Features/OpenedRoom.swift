package import GameKit
import Names
import TextMode
package import WireProtocol

/// What players are brought together for: a game, its mode and settings, and the terms of its matches.
///
/// Made by ``SessionContext/terms(of:)`` from the members of a `create`, so that it is the same as in a room that a
/// player opens.
package struct RoomTerms {
  fileprivate let plan: Room.Plan
  package let game: GameModule

  package var mode: ModeKind? { plan.mode.kind }
  /// As the game has them: equal for equal settings, however they were written.
  package var settings: JSON { plan.settings }
  package var clock: ClockRules? { plan.clock }
  package var bestOf: Int? { plan.terms.bestOf }
  /// How long a round lasts, where that was said.
  package var roundSeconds: Int? { plan.roundSeconds }
  /// Whether matches may count for ratings: they are played at a table, against each other.
  package var mayBeRated: Bool { plan.mode.seats != nil }
  /// How many play at a table; `nil` for puzzles.
  package var seats: ClosedRange<Int>? { plan.mode.seats?.count }

  /// The plan of a room for certain players.
  fileprivate func plan(for players: [Player], isRated: Bool, isOwned: Bool, named name: PlayerName) -> Room.Plan {
    var plan = plan
    (plan.name, plan.terms.isRated, plan.isOwned) = (name, isRated, isOwned)
    plan.seatedPlayers = Set(players.map(\.id))
    return plan
  }
}

extension SessionContext {
  /// The terms on which a room would be played that a request opens.
  ///
  /// - Throws: as `create` does; and where the game has not answered: the handler runs again once it has.
  package func terms(of request: Request.Create) throws(WireError) -> RoomTerms {
    let games = parlor.hub.configuration.games
    let plan = try parlor.parts.opening.plan(isText ? request.typed(for: games, nil) : request, nil)
    guard let game = plan.game else { throw WireError(.badField, "Say which game is to be played") }
    return RoomTerms(plan: plan, game: game)
  }

  /// Refuses a room more than the player may own, or the server has.
  package func checkOpening() throws(WireError) { try parlor.parts.opening.checkLimits(of: session) }

  /// Whether the player would be torn from something: a match at a table, or a board of a common round that is not done
  /// and on which something was played. Boards that are played alone, of the day and of practice, are none of that.
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
  /// Refuses to bring a player into one more room: one who is not here, is in as many as may be, or plays a match at a
  /// terminal, where going elsewhere would give it up.
  package func checkArrival(of player: Player) throws(WireError) { _ = try parlor.parts.opening.arriving(player) }

  /// Opens a room for players who are here, brings them in, and begins the first round. Each gets `joined`. They have
  /// its seats to themselves, in their order, over a restart as well; others watch. ``RoundEnded`` says how a round
  /// went, ``RoomClosed`` that the room is gone.
  ///
  /// - Parameters:
  ///   - isRated: whether matches count for the public ratings, under the usual rules and bounds.
  ///   - isOwned: whether the first player owns the room; else nobody does, and none can kick, pause or stop.
  /// - Throws: see ``checkArrival(of:)``; `maintenance`, `too_many`, `too_fast`, or why there is no puzzle. Then no
  ///   room is left.
  package func openRoom(
    on terms: RoomTerms, for players: [Player], isRated: Bool, isOwned: Bool = true
  ) throws(WireError) -> RoomHandle {
    let name = try PlayerName(
      parlor.parts.opening.freeName(terms.game, terms.mode ?? .race), as: "A room's name", maximum: 64)
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
