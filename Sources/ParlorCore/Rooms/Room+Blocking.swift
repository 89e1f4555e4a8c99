import GameKit
import TextMode
import WireProtocol

extension Hub {
  /// Who does not want to hear a player; `nil` for nobody.
  func blockers(of author: PlayerID) -> Set<PlayerID>? { blocking?.blockers(of: author) }

  /// Whether a player does not want to hear another.
  func blocks(_ listener: PlayerID, _ author: PlayerID) -> Bool { blockers(of: author)?.contains(listener) == true }
}

extension Room {
  /// Whether a viewer does not want to hear of what an event tells: that is left out, and the event's number is not.
  func isBlocked(_ event: RoomEvent, for viewer: Member) -> Bool {
    guard let author = event.author else { return false }
    return hub.blocks(viewer.player.id, author)
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
