import GameKit
import Names
import WireProtocol

/// Requests of those who own a room: keeping order, and leading through its rounds.
extension Parlor {
  func kick(_ player: String, in name: String?, from session: Session, re: RequestID?) throws(WireError) {
    let (room, target) = try ownedRoom(name, player, session)
    if target.player === session.player { throw WireError(.badField, "You cannot send yourself away: leave the room") }
    if let bot = target.player.session { houseBots.leave(room, bot.id) }
    room.kick(target, for: Requester(session: session, re: re))
    hub.log("kicked", ["room": .string(room.name), "player": .string(target.player.name)])
  }

  func mute(
    _ player: String, _ isMuted: Bool, in name: String?, from session: Session, re: RequestID?
  ) throws(WireError) {
    let (room, target) = try ownedRoom(name, player, session)
    room.setMuted(target, isMuted, for: Requester(session: session, re: re))
  }

  private func ownedRoom(
    _ name: String?, _ player: String, _ session: Session
  ) throws(WireError) -> (Room, Member) {
    let room = try keptRoom(name, of: session)
    guard let target = players.named(player), let member = room.members[target.id] else {
      let shown = try CleanText.line(player, as: "A name", maximum: 64)
      throw WireError(.noSuchPlayer, "\(shown) is not in \(room.name)")
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
  func pause(_ isPaused: Bool, in name: String?, from session: Session, re: RequestID?) throws(WireError) {
    let room = try keptRoom(name, of: session)
    if room.plan.seats != nil, room.isPlaying, !room.rounds.isPaused {
      return try direct({ isPaused ? .pause($0) : .unpause($0) }, in: name, from: session, re: re)
    }
    try room.setPaused(isPaused, for: Requester(session: session, re: re))
  }

  func stop(_ name: String?, from session: Session, re: RequestID?) throws(WireError) {
    try keptRoom(name, of: session).stop(for: Requester(session: session, re: re))
  }

  func setRoundSeconds(
    _ seconds: Int, now: Bool, in name: String?, from session: Session, re: RequestID?
  ) throws(WireError) {
    try keptRoom(name, of: session).setRoundSeconds(seconds, now: now, for: Requester(session: session, re: re))
  }

  func unkick(_ player: String, in name: String?, from session: Session, re: RequestID?) throws(WireError) {
    let room = try keptRoom(name, of: session)
    let shown = try CleanText.line(player, as: "A name", maximum: 64)
    try room.unkick(shown, players.named(player), for: Requester(session: session, re: re))
  }

  func sendExcluded(_ name: String?, to session: Session, re: RequestID?) throws(WireError) {
    let room = try keptRoom(name, of: session)
    let answer = room.excluded { players.withID($0)?.name }
    hub.send(answer, to: session, answering: re, after: room.ticket)
  }

  func handOver(to player: String, in name: String?, from session: Session, re: RequestID?) throws(WireError) {
    let (room, heir) = try ownedRoom(name, player, session)
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
