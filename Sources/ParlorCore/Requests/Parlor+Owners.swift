import GameKit
import Names
import WireProtocol

/// Requests of those who own a room: keeping order, and leading through its rounds.
extension Parlor {
  static var ownerHandlers: [RequestHandler] {
    [
      RequestHandler(kick), RequestHandler(mute),
      RequestHandler(passOn), RequestHandler(pause), RequestHandler(stop), RequestHandler(setRoundSeconds),
      RequestHandler(skip),
    ]
  }

  private func skip(_ request: Request.Skip, from session: Session, re: RequestID?) throws(WireError) {
    let room = try room(request.room, of: session)
    // A puzzle has no owner who leads through it: players skip, where its game knows of that.
    guard room.mode.seats == nil else { return try direct({ .skip($0) }, in: request.room, from: session, re: re) }
    try room.play(Request.Move(text: "skip"), by: session, re: re)
  }

  func kick(_ request: Request.Kick, from session: Session, re: RequestID?) throws(WireError) {
    guard request.kicked else { return try letIn(request, from: session, re: re) }
    let (room, target) = try ownedRoom(request.room, request.player, session)
    if target.player === session.player { throw WireError(.badField, "You cannot send yourself away: leave the room") }
    try room.requireNoRatedMatch(of: target)
    if let bot = target.player.session { houseBots.leave(room, bot.id) }
    room.kick(target, for: Requester(session: session, re: re))
    hub.log("kicked", ["room": .string(room.name), "player": .string(target.player.name)])
  }

  func mute(_ request: Request.Mute, from session: Session, re: RequestID?) throws(WireError) {
    let (room, target) = try ownedRoom(request.room, request.player, session)
    room.setMuted(target, request.muted, for: Requester(session: session, re: re))
  }

  private func ownedRoom(
    _ name: String?, _ player: String, _ session: Session
  ) throws(WireError) -> (Room, Member) {
    let room = try keptRoom(name, of: session)
    guard let target = players.named(player), let member = room.members[target.id] else {
      let shown = try CleanText.line(player, as: "A name", maximum: 64)
      throw WireError(.notFound, .player, "\(shown) is not in \(room.name)")
    }
    return (room, member)
  }

  /// Whoever keeps a room lets the match there wait, go on, or go on to what comes next.
  func direct(
    _ event: (PlayerID) -> TableEvent, in name: String?, from session: Session, re: RequestID?
  ) throws(WireError) {
    let room = try keptRoom(name, of: session)
    try room.direct(event(session.player.id), for: Requester(session: session, re: re))
  }

  /// Lets a room's rounds wait, or go on; a match that its game can let wait is the game's business.
  func pause(_ request: Request.Pause, from session: Session, re: RequestID?) throws(WireError) {
    let room = try keptRoom(request.room, of: session)
    if room.tableMatch != nil, !room.rounds.isPaused {
      return try direct({ request.paused ? .pause($0) : .unpause($0) }, in: request.room, from: session, re: re)
    }
    if request.paused, room.playsForRatings(session.player) { throw Room.leadsOwnRatedMatch }
    try room.setPaused(request.paused, for: Requester(session: session, re: re))
  }

  func stop(_ request: Request.Stop, from session: Session, re: RequestID?) throws(WireError) {
    try keptRoom(request.room, of: session).stop(for: Requester(session: session, re: re))
  }

  func setRoundSeconds(_ request: Request.Change, from session: Session, re: RequestID?) throws(WireError) {
    try keptRoom(request.room, of: session).setRoundSeconds(
      request.roundSeconds, now: request.now, for: Requester(session: session, re: re))
  }

  private func letIn(_ request: Request.Kick, from session: Session, re: RequestID?) throws(WireError) {
    let room = try keptRoom(request.room, of: session)
    let shown = try CleanText.line(request.player, as: "A name", maximum: 64)
    try room.unkick(shown, players.named(request.player), for: Requester(session: session, re: re))
  }

  func passOn(_ request: Request.HandOver, from session: Session, re: RequestID?) throws(WireError) {
    let (room, heir) = try ownedRoom(request.room, request.player, session)
    if heir.player === session.player { throw WireError(.badField, "\(room.name) is yours already") }
    try room.handOver(to: heir, for: Requester(session: session, re: re))
    hub.log("handed_over", ["room": .string(room.name), "player": .string(heir.player.name)])
  }

  private func keptRoom(_ name: String?, of session: Session) throws(WireError) -> Room {
    let room = try room(name, of: session)
    try requireOwner(room, session)
    return room
  }

  func requireOwner(_ room: Room, _ session: Session) throws(WireError) {
    guard room.owner === session.player else {
      guard !room.mode.isPermanent || !may(session, .moderator) else {
        throw WireError(.notOwner, "\(room.name) is the server's own: moderators silence and send_away there")
      }
      let owner = room.owner.map { ", \($0.name)," } ?? ""
      throw WireError(
        .notOwner, "Only the owner of \(room.name)\(owner) may do that\(absence(of: room.owner, in: room))")
    }
  }

  /// When the room passes on whose owner has lost the connection.
  private func absence(of owner: Player?, in room: Room) -> String {
    guard let owner, let since = room.members[owner.id]?.awaySince else { return "" }
    let left = hub.now.seconds(until: since.adding(milliseconds: Int64(hub.limits.seatSeconds) * 1000))
    return "; \(owner.name) is away, and the room passes on in \(left) s"
  }
}
