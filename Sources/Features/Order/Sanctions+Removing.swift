import GameKit
import Names
import ParlorCore
import WireProtocol

/// Redacting talk, removing shares, and appointing moderators.
extension Sanctions {
  func hide(_ request: Request.Hide, _ context: SessionContext) throws(WireError) {
    let room = context.isOperator ? try context.anyRoom(request.room) : try ownRoom(request.room, context)
    let why = try context.reason(request.reason)
    switch request.spoken {
    case .player(let name):
      if let gone = speakerGone(name, from: room, context) {
        guard room.redactTalk(of: gone.speaker) else { break }
        let act = context.act(.hide, player: nil, target: room.name, text: why)
        return finish(act, Unsaid(room: room.name, player: gone.name), in: room, context)
      }
      let player = try subordinate(name, context)
      let act = context.act(.hide, player: player, target: room.name, text: why)
      let hadPosts = context.removePosts(of: player.id, in: room)
      guard room.redactTalk(of: player.id) || hadPosts else {
        throw WireError(.notFound, .player, "\(player.name) has said nothing in \(room.name) of late")
      }
      finish(act, Unsaid(room: room.name, player: player.name), in: room, context)
    case .line(let seq):
      let line = try room.line(seq)
      // A guest who has said it may have left.
      let player = context.player(line.speaker)
      if let player { _ = try subordinate(player.name, context) }
      let act = context.act(.hide, player: player, target: "\(room.name) #\(seq)", text: why)
      _ = room.redactTalk(of: line.speaker, line: seq)
      finish(act, Unsaid(room: room.name, player: player?.name ?? line.name, line: seq), in: room, context)
    }
  }

  /// The latest lines of a guest who has left: only the lines have the name.
  private func speakerGone(_ name: String, from room: RoomHandle, _ context: SessionContext) -> SpokenLine? {
    guard (try? context.player(named: name)) == nil else { return nil }
    let folded = PlayerName.fold(name)
    return room.talk().first { context.player($0.speaker) == nil && PlayerName.fold($0.name) == folded }
  }

  private func finish(_ act: Act, _ unsaid: Unsaid, in room: RoomHandle, _ context: SessionContext) {
    emit(act, context)
    room.sendToAll(unsaid)
    context.answer(act)
  }

  func removeShare(_ request: Request.RemoveShare, _ context: SessionContext) throws(WireError) {
    let why = try context.reason(request.reason)
    guard let shared = context.sharedResults,
      let owner = context.player(try shared.result(request.share, context).player)
    else { throw context.noSuchShare(request.share) }
    _ = try subordinate(owner.name, context)
    try shared.withdraw(request.share, of: owner, context)
    let act = context.act(.removeShare, player: owner, target: "\(request.share)", text: why)
    emit(act, context)
    let sentence = "Those who keep order have taken share \(request.share) away" + (why.map { ": \($0)" } ?? "")
    context.session(of: owner.id)?.send(Announcement(text: sentence))
    context.answer(act)
  }

  func appoint(_ request: Request.Appoint, _ context: SessionContext) throws(WireError) {
    let (player, isAppointed) = (try context.player(named: request.player), request.isModerator)
    guard !player.isGuest else { throw WireError(.notNamed, "\(player.name) is a guest: moderators have a name") }
    guard isModerator(player.id) != isAppointed else {
      throw WireError(.badField, "\(player.name) is \(isAppointed ? "a moderator already" : "no moderator")")
    }
    let act = context.act(isAppointed ? .appoint : .dismiss, player: player, text: nil)
    emit(act, context)
    let sentence =
      isAppointed ? "You are a moderator now: /help moderating tells more" : "You are no moderator any more"
    context.session(of: player.id)?.send(Announcement(text: sentence))
    context.answer(act)
  }
}
