import GameKit
import Kernel
import TextMode
import WireProtocol

/// The solo rooms of players: the one of a request, and their reservation for absent players.
final class SoloRooms: CorePart {
  /// When the solo rooms of absent players are closed.
  private(set) var absences = DeadlineQueue<PlayerID>()

  /// The solo room of a request: it names it, or the session has no other room.
  func room(_ name: String?, of session: Session) -> (any SoloRoom)? {
    guard let room = session.player.soloRoom else { return nil }
    if let name { return name == room.name ? room : nil }
    return room.isOpen && session.rooms.isEmpty ? room : nil
  }

  /// Whether the session's player is in an open solo room that stores no moves.
  func hasUnstored(_ session: Session) -> Bool {
    guard let room = session.player.soloRoom else { return false }
    return room.isOpen && !room.storesMoves
  }

  /// Whether a request is a move in such a room.
  func isUnstoredMove(_ request: any WireRequest, of session: Session) -> Bool {
    guard hasUnstored(session), let move = request as? Request.Move else { return false }
    return room(move.room, of: session) != nil
  }

  /// Opens a room for a session's player alone, which replaces the previous one. A text session is in one room at a
  /// time.
  func open(_ room: any SoloRoom, for session: Session) {
    close(of: session.player)
    session.player.soloRoom = room
    if session.format == .text { rooms.leaveAll(session) }
  }

  /// Opens the solo room with a name, or describes it.
  ///
  /// - Returns: whether there is such a room.
  func join(_ join: Request.Join, _ context: SessionContext) throws(WireError) -> Bool {
    guard let opener = hub.kernel.service((any SoloRoomOpener).self), opener.roomNames.contains(join.room) else {
      return false
    }
    guard !context.player.isGuest else { throw WireError.nameNeeded }
    try opener.join(join.room, since: join.since?.seq, context)
    return true
  }

  /// Closes a player's solo room without a message.
  func close(of player: Player) {
    absences.set(player.id, at: nil)
    player.soloRoom = nil
  }

  /// The player leaves the solo room for good.
  func leave(_ room: any SoloRoom, _ context: SessionContext) {
    close(of: context.player)
    room.leave(context)
  }

  /// The player's connection is gone: the room is reserved as long as a seat, if the player can return.
  func keep(of player: Player) {
    guard player.soloRoom != nil else { return }
    guard player.canReturn, hub.limits.seatSeconds > 0 else { return close(of: player) }
    absences.set(player.id, at: hub.now.adding(milliseconds: Int64(hub.limits.seatSeconds) * 1000))
  }

  /// The player has returned: the room describes itself.
  func resume(_ context: SessionContext) {
    let player = context.player
    guard let room = player.soloRoom, absences.contains(player.id) else { return }
    absences.set(player.id, at: nil)
    room.resume(context.unasked)
  }

  /// Closes solo rooms whose reservation has expired.
  func endAbsences() {
    while let id = absences.popDue(at: hub.now) { players.withID(id)?.soloRoom = nil }
  }
}
