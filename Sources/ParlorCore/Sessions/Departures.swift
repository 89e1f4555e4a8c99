import GameKit
import Kernel
import TextMode
import WireProtocol

/// How sessions end, and what is kept of their players: seats, solo rooms, links that are lost.
final class Departures: RequestPart {
  let hub: Hub
  let players: PlayerDirectory
  private let sessions: SessionTable
  let rooms: RoomDirectory
  let soloRooms: SoloRooms
  let parts: SessionParts
  /// Players whose nodes have lost their links, and when they count as away.
  var lostLinks: [PlayerID: LostLink] = [:]
  var lostLinksDue = DeadlineQueue<PlayerID>()
  /// When guests are gone who were restored for connections that have not come.
  var lostGuestsDue: Instant?

  init(_ all: Directories, _ soloRooms: SoloRooms, _ parts: SessionParts) {
    (hub, players, sessions, rooms) = (all.hub, all.players, all.sessions, all.rooms)
    (self.soloRooms, self.parts) = (soloRooms, parts)
  }

  static var requests: [PartRequest<Departures>] { [PartRequest(bye)] }

  private func bye(_ request: Request.Bye, _ context: SessionContext) {
    let session = context.session
    // Somebody at a terminal means it: no place is kept.
    if session.format == .text { rooms.leaveAll(session) }
    session.closing = .bye(context.re)
    finishClosing(session, context.server)
  }

  // MARK: - Ending a session

  /// Ends a session from this side: what has been said still leaves, nothing more is said, and the connection is
  /// closed.
  func end(_ session: Session, because why: String = "ended", _ server: ServerContext) {
    hub.effects.close(session.id)
    remove(session, because: why, server)
  }

  /// Ends the session of a player with a message, if the player is here.
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
  /// - Parameter why: in a word, for the player's timeline.
  func remove(_ session: Session, because why: String? = nil, _ server: ServerContext) {
    guard sessions[session.id] === session else { return }
    forget(session, server)
    release(session, because: why, server)
  }

  /// Takes a session out, with whatever it was in the middle of.
  func forget(_ session: Session, _ server: ServerContext) {
    parts.abandonPaste(of: session, server)
    session.hasEnded = true
    sessions.remove(session)
  }

  /// Takes a player's session away, without closing its connection.
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

  /// Does something once all that a session has asked before is answered; further lines of the session wait for it.
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

  /// Ends a session that said goodbye, once everything it asked before is answered; `bye` is answered last.
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

  /// Rooms keep a player's place, or give it up.
  func lose(_ player: Player, from rooms: [Room], reason: String? = nil) {
    for room in rooms {
      room.lose(player, reason: reason)
      self.rooms.removeIfDeserted(room)
    }
  }

  /// A player without a session is forgotten, where nobody can ever come back.
  func forgetIfGone(_ player: Player, _ server: ServerContext) {
    guard !player.canReturn else { return }
    players.remove(player)
    hub.kernel.publish(PlayerGone(parlor: server.parlor, player: player.id))
    for room in rooms.dailies { room.dayBoards?.drop(player.id) }
  }

  /// A player has no session any more, and may be packed later.
  func note(_ player: Player) {
    if hub.isDurable { players.noteDeparture(of: player, at: nextPacking) }
  }

  /// Packs players who have gone a while ago.
  func packAbsent() { hub.figures.unloaded += players.packAbsent(at: hub.now, again: nextPacking) }

  /// When a player who goes now may be packed: once the boards of the day have left memory.
  private var nextPacking: Instant {
    hub.now.adding(milliseconds: 1000 * (5 + Int64(max(1, hub.configuration.boardSeconds))))
  }
}
