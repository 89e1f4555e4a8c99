import GameKit
import Kernel
import TextMode
import WireProtocol

/// Whom a player does not want to hear. Nobody else is told of it, least of all who is blocked.
extension Parlor {
  static var safetyHandlers: [RequestHandler] {
    [
      RequestHandler(block), RequestHandler(report),
    ]
  }

  func block(_ request: Request.Block, from session: Session, re: RequestID?) throws(WireError) {
    let player = session.player
    guard let name = request.player else {
      return hub.send(BlockAnswer(players: blocked(by: player)), to: session, answering: re)
    }
    let other = try subject(name, session)
    guard other !== player else { throw WireError(.badField, "You cannot block yourself") }
    let isKnown = hub.safety.blocks(player.id, other.id)
    if request.blocked, !isKnown, blocked(by: player).count >= hub.limits.blocksPerPlayer {
      throw WireError(
        .tooMany, .block,
        "You have blocked \(hub.limits.blocksPerPlayer) players, as many as one may: /unblock one first"
      )
    }
    if request.blocked != isKnown {
      try hub.safetyDocument.checkSound()
      hub.keep(player)
      hub.keep(other)
      hub.change(request.blocked ? .blocked(player.id, other: other.id) : .unblocked(player.id, other: other.id))
    }
    let answer = ShownBlocking(
      message: BlockAnswer(players: blocked(by: player)), player: other.name, isBlocked: request.blocked,
      wasBlocked: isKnown)
    hub.send(answer, to: session, answering: re)
  }

  private func blocked(by player: Player) -> [String] {
    (hub.safety.blocks[player.id] ?? []).compactMap { players.withID($0)?.name }
  }
}

extension Room {
  /// Whether a viewer does not want to hear of what an event tells: that is left out, and the event's number is not.
  func isBlocked(_ event: RoomEvent, for viewer: Member) -> Bool {
    guard let author = event.author else { return false }
    return hub.safety.blocks(viewer.player.id, author)
  }

  /// What somebody is told in place of an event that is left out.
  func message(insteadOf event: RoomEvent, at place: EventPlace) -> any Drawable {
    guard case .said(let player, _, _, _) = event.content else {
      return MutedEvent(
        message: Digest(
          place: EventPlace(room: place.room, from: place.from ?? place.seq, seq: place.seq),
          playerCount: members.presentPlayerCount, finished: 0, recent: []))
    }
    return Said(place: place, player: player, text: nil, isBlocked: true)
  }
}

extension RoomEvent {
  /// Who has said it, or has reacted: what somebody may not want to hear.
  var author: PlayerID? {
    switch content {
    case .said(_, let id, _, _), .reacted(_, let id, _): id
    default: nil
    }
  }
}
