import GameKit
import TextMode
import WireProtocol

/// Quiet moves at a large table: text sessions get only the latest of them, with a minimum interval.
struct QuietMoves {
  /// The latest one that they have not got.
  @OutOfLine var latest: RoomEvent? = nil
  /// When they get it.
  var dueAt: Instant?

  /// At tables up to this size all get each move.
  static let fewPlayers = 4
  /// Milliseconds from the first withheld move to the sending of the latest.
  static let interval: Int64 = 3000
}

extension Delivery {
  /// Notes an event that is being sent: a quiet move at a large table waits for text sessions, and any other event
  /// there obsoletes it.
  ///
  /// - Returns: whether text sessions get it later.
  mutating func waits(_ event: RoomEvent, in room: RoomView) -> Bool {
    switch event.content {
    case .moved(let turn, let scope):
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

  /// Sends text sessions the latest quiet move.
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
