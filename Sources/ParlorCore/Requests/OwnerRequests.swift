import GameKit
import Names
import WireProtocol

/// Requests of room owners: moderating, and leading rounds.
final class OwnerRequests: CorePart, RequestPart {
  private let houseBots: HouseBots

  init(_ all: Directories, _ houseBots: HouseBots) {
    self.houseBots = houseBots
    super.init(all)
  }

  static var requests: [PartRequest<OwnerRequests>] {
    [
      PartRequest(kick), PartRequest(mute), PartRequest(passOn), PartRequest(pause), PartRequest(stop),
      PartRequest(setRoundSeconds), PartRequest(skip), PartRequest(lock),
    ]
  }

  private func skip(_ request: Request.Skip, _ context: SessionContext) throws(WireError) {
    let room = try rooms.room(request.room, of: context.session)
    // A puzzle has no owner who leads it: players skip, if its game supports that.
    guard room.mode.seats == nil else { return try direct({ .skip($0) }, in: request.room, context) }
    try room.play(Request.Move(text: "skip"), by: context.session, re: context.re)
  }

  func kick(_ request: Request.Kick, _ context: SessionContext) throws(WireError) {
    guard request.kicked else { return try letIn(request, context) }
    let room = try rooms.owned(request.room, by: context.session)
    // Also who has left, and could come back into the locked room.
    let known = players.named(request.player)
    let entitled = known.flatMap { room.state.belongsHere($0.id) ? $0 : nil }
    let target = if let entitled { entitled } else { try rooms.member(request.player, of: room, players).player }
    if target === context.player { throw WireError(.badField, "You cannot send yourself away: leave the room") }
    try room.view.requireNoRatedMatch(of: target)
    if let bot = target.session { houseBots.leave(room, bot.id) }
    room.kick(target, for: context.requester)
    hub.log("kicked", ["room": .string(room.name), "player": .string(target.name)])
  }

  func mute(_ request: Request.Mute, _ context: SessionContext) throws(WireError) {
    let (room, target) = try rooms.owned(request.room, by: context.session, with: request.player, players)
    room.setMuted(target, request.muted, for: context.requester)
  }

  /// The room's owner pauses or resumes the match, or skips to what comes next.
  func direct(
    _ event: (PlayerID) -> TableEvent, in name: String?, _ context: SessionContext
  ) throws(WireError) {
    let room = try rooms.owned(name, by: context.session)
    try room.direct(event(context.player.id), for: context.requester)
  }

  /// Pauses or resumes a room's rounds; a match whose game supports pausing is paused by the game.
  func pause(_ request: Request.Pause, _ context: SessionContext) throws(WireError) {
    let room = try rooms.owned(request.room, by: context.session)
    if room.tableMatch != nil, !room.rounds.isPaused {
      return try direct({ request.paused ? .pause($0) : .unpause($0) }, in: request.room, context)
    }
    if request.paused, room.view.playsForRatings(context.player) { throw Room.leadsOwnRatedMatch }
    try room.setPaused(request.paused, for: context.requester)
  }

  func stop(_ request: Request.Stop, _ context: SessionContext) throws(WireError) {
    try rooms.owned(request.room, by: context.session).stop(for: context.requester)
  }

  func setRoundSeconds(_ request: Request.Change, _ context: SessionContext) throws(WireError) {
    try rooms.owned(request.room, by: context.session).setRoundSeconds(
      request.roundSeconds, now: request.now, for: context.requester)
  }

  func lock(_ request: Request.Lock, _ context: SessionContext) throws(WireError) {
    let room = try rooms.owned(request.room, by: context.session)
    try room.setLocked(request.locked, for: context.requester)
  }

  private func letIn(_ request: Request.Kick, _ context: SessionContext) throws(WireError) {
    let room = try rooms.owned(request.room, by: context.session)
    let shown = try CleanText.line(request.player, as: "A name", maximum: 64)
    try room.unkick(shown, players.named(request.player), for: context.requester)
  }

  func passOn(_ request: Request.HandOver, _ context: SessionContext) throws(WireError) {
    let (room, heir) = try rooms.owned(request.room, by: context.session, with: request.player, players)
    if heir.player === context.player { throw WireError(.badField, "\(room.name) is yours already") }
    try room.handOver(to: heir, for: context.requester)
    hub.log("handed_over", ["room": .string(room.name), "player": .string(heir.player.name)])
  }
}
