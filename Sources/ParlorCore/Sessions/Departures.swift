import GameKit
import Kernel
import TextMode
import WireProtocol

/// The ends of sessions, and what is kept for their players: seats, solo rooms, lost links.
final class Departures: CorePart, RequestPart {
  let soloRooms: SoloRooms
  let parts: SessionParts
  /// Players whose nodes have lost their links, and when they count as away.
  var lostLinks: [PlayerID: LostLink] = [:]
  var lostLinksDue = DeadlineQueue<PlayerID>()
  /// When guests are deleted who were restored for connections that have not come.
  var lostGuestsDue: Instant?

  init(_ all: Directories, _ soloRooms: SoloRooms, _ parts: SessionParts) {
    (self.soloRooms, self.parts) = (soloRooms, parts)
    super.init(all)
  }

  static var requests: [PartRequest<Departures>] { [PartRequest(bye)] }

  private func bye(_ request: Request.Bye, _ context: SessionContext) {
    let session = context.session
    // A text session means it: no seat is reserved.
    if session.format == .text { rooms.leaveAll(session) }
    session.closing = .bye(context.re)
    finishClosing(session, context.server)
  }

  // MARK: - Ending a session

  /// Ends a session from this side: earlier output still leaves, and the connection is closed.
  func end(_ session: Session, because why: String = "ended", _ server: ServerContext) {
    hub.effects.close(session.id)
    remove(session, because: why, server)
  }

  /// Ends a player's session with a message, if there is one.
  func end(of player: Player, because reason: String, _ server: ServerContext) {
    guard let session = player.session else { return }
    hub.send(Closing(reason: reason), to: session)
    end(session, because: reason, server)
  }

  /// Ends a session from this side, with a sentence; the player's seats are given up.
  func sendOff(_ session: Session, with refusal: WireError, _ server: ServerContext) {
    rooms.leaveAll(session)
    hub.send(ErrorMessage(refusal), to: session)
    end(session, because: refusal.code, server)
  }

  /// A session's connection is gone.
  ///
  /// - Parameter why: a word for the player's timeline.
  func remove(_ session: Session, because why: String? = nil, _ server: ServerContext) {
    guard sessions[session.id] === session else { return }
    forget(session, server)
    release(session, because: why, server)
  }

  /// Removes a session, with its pending work.
  func forget(_ session: Session, _ server: ServerContext) {
    parts.abandonPaste(of: session, server)
    session.hasEnded = true
    sessions.remove(session)
  }

  /// Detaches a player's session without closing its connection.
  func release(_ session: Session, because why: String? = nil, _ server: ServerContext) {
    let player = session.player
    // First of all, so that a closed connection gets nothing about its own departure.
    if player.session === session { player.session = nil }
    let saidGoodbye = if case .bye = session.closing { true } else { false }
    hub.keep(Visit(.went, at: hub.now, why: saidGoodbye ? Presence.goodbye : why), of: player)
    if !hub.isReading { lose(player, from: session.rooms, reason: saidGoodbye ? Presence.goodbye : nil) }
    session.rooms = []
    soloRooms.keep(of: player)
    parts.end(of: session, server)
    forgetIfGone(player, server)
    note(player)
  }

  // MARK: - After the answers

  /// Runs a body once all earlier requests of a session are answered; further lines of the session wait for it.
  func whenAnswered(_ context: SessionContext, _ body: @escaping (SessionContext) -> Void) {
    let session = context.session
    guard session.pending.count > 0, session.pending.completion == nil else { return body(context) }
    hub.effects.pause(session.id, milliseconds: Fetcher.longestWait)
    // The server owns the session.
    session.pending.completion = {
      [unowned parlor = context.parlor, re = context.re, format = session.format] session in
      session.answering(in: format) { body(SessionContext(parlor: parlor, session: session, re: re)) }
    }
  }

  /// Ends a session after `bye`, once all earlier requests are answered; `bye` is answered last.
  func finishClosing(_ session: Session, _ server: ServerContext) {
    if session.pending.count == 0, let body = session.pending.completion {
      session.pending.completion = nil
      body(session)
      hub.effects.resume(session.id)
    }
    guard let closing = session.closing, session.pending.count == 0 else { return }
    if case .bye(let re) = closing { hub.send(Bye(), to: session, answering: re, after: 0) }
    end(session, server)
  }

  // MARK: - Players without a session

  /// Rooms reserve a player's seats, or give them up.
  func lose(_ player: Player, from rooms: [Room], reason: String? = nil) {
    for room in rooms {
      room.lose(player, reason: reason)
      self.rooms.removeIfDeserted(room)
    }
  }

  /// Deletes a player without a session who cannot return.
  func forgetIfGone(_ player: Player, _ server: ServerContext) {
    guard !player.canReturn else { return }
    players.remove(player)
    hub.kernel.publish(PlayerGone(parlor: server.parlor, player: player.id))
    for room in rooms.dailies { room.dayBoards?.drop(player.id) }
  }

  /// A player has no session any more, and may be packed later.
  func note(_ player: Player) {
    if hub.isDurable { hub.figures.unloaded += players.noteDeparture(of: player, at: nextPacking) }
  }

  /// Packs players who have been away for a while.
  func packAbsent() { hub.figures.unloaded += players.packAbsent(at: hub.now, again: nextPacking) }

  /// When a player who leaves now may be packed: once the boards of the day have left memory.
  private var nextPacking: Instant {
    hub.now.adding(milliseconds: 1000 * (5 + Int64(max(1, hub.configuration.boardSeconds))))
  }
}
