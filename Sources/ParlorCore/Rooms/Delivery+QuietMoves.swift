import GameKit
import TextMode
import WireProtocol

/// Quiet moves at a table of many: those who read text get the latest of them now and then, and not each.
struct QuietMoves {
  /// The latest that they have not got.
  @OutOfLine var latest: RoomEvent? = nil
  /// When they are.
  var dueAt: Instant?

  /// So few get each.
  static let fewPlayers = 4
  /// Milliseconds from the first that is not sent to when the latest one is.
  static let interval: Int64 = 3000
}

extension Delivery {
  /// Notes an event that is sent now: a quiet move at a table of many waits for those who read text, and whatever else
  /// happens at the table makes it old.
  ///
  /// - Returns: whether those who read text get it later.
  mutating func waits(_ event: RoomEvent, in room: RoomView) -> Bool {
    switch event.content {
    case .moved(_, _, let turn, let scope):
      guard turn.isQuiet, room.shared?.scope == scope, room.seats.count > QuietMoves.fewPlayers else { break }
      quietMoves.latest = event
      if quietMoves.dueAt == nil {
        let due = room.hub.now.adding(milliseconds: QuietMoves.interval)
        quietMoves.dueAt = due
        room.hub.deadlines.set(room.number, noLaterThan: due)
      }
      return true
    case .finished, .round, .roundOver: break
    case .said, .directed, .presence, .shared, .unshared, .reacted, .removed: return false
    }
    quietMoves = QuietMoves()
    return false
  }

  /// Tells those who read text of the latest quiet move.
  mutating func tellQuietMove(in room: RoomView) {
    guard let event = quietMoves.latest else { return quietMoves = QuietMoves() }
    quietMoves = QuietMoves()
    for member in room.members.all where member.player.id != event.concerned {
      guard let session = member.session, session.format == .text else { continue }
      if member.isWatching, keepsBack(event, from: member, session, in: room) { continue }
      tell(Dispatch(event: event), to: member, session, in: room)
    }
  }
}
