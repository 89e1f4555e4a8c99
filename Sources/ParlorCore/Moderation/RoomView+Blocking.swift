import GameKit
import TextMode
import WireProtocol

extension Hub {
  /// The players who have blocked a player; `nil` for none.
  func blockers(of author: PlayerID) -> Set<PlayerID>? { blocking?.blockers(of: author) }

  /// Whether a player has blocked another.
  func blocks(_ listener: PlayerID, _ author: PlayerID) -> Bool { blockers(of: author)?.contains(listener) == true }
}

extension RoomView {
  /// Whether a viewer has blocked the author of an event: its content is omitted, its number is not.
  func isBlocked(_ event: RoomEvent, for viewer: Member) -> Bool {
    guard let author = event.author else { return false }
    return hub.blocks(viewer.player.id, author)
  }

  /// The message that replaces an omitted event.
  func message(insteadOf event: RoomEvent, at place: EventPlace) -> any Drawable {
    guard case .said = event.content else {
      return MutedEvent(
        message: Digest(
          place: EventPlace(room: place.room, from: place.from ?? place.seq, seq: place.seq),
          playerCount: members.presentPlayerCount, finished: 0, recent: []))
    }
    return Said(place: place, player: event.actor.name, text: nil, isBlocked: true)
  }
}

extension RoomEvent {
  /// The speaker, or the player who has reacted, whom others may have blocked.
  var author: PlayerID? {
    switch content {
    case .said, .reacted: actor.id
    default: nil
    }
  }
}
