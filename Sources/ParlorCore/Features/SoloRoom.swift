package import Kernel
import TextMode
package import WireProtocol

/// A room of one player that a feature provides: unlisted, without other members, talk or rounds to agree on.
///
/// Requests reach it by its name, or without one while it is open and its player is in no other room; then also lines
/// that somebody types at a terminal. Others see nothing of it. While its player is away it waits as long as a seat.
package protocol SoloRoom: AnyObject {
  /// Its name in requests: one of ``SoloRoomFeature/roomNames``.
  var name: String { get }
  /// Whether its feature stores each move. Then moves need storage and count as commands, and a room that is left loses
  /// nothing; otherwise moves are bounded by how fast the server reads and by nothing else.
  var storesMoves: Bool { get }
  /// The stored match with what came of it; `nil` where there is none.
  var finishedMatch: Int64? { get }
  /// Whether there is something to play; if not, it only repeats answers.
  var isOpen: Bool { get }
  /// Carries out a move.
  func play(_ request: Request.Move, _ context: SessionContext) throws(WireError)
  /// Begins what comes after the end.
  func start(_ context: SessionContext) throws(WireError)
  /// Answers with the board.
  func showBoard(_ context: SessionContext) throws(WireError)
  /// The player leaves for good, and gets a message about it.
  func leave(_ context: SessionContext)
  /// The player is back: the room describes itself.
  func resume(_ context: SessionContext)
}

extension SoloRoom {
  package var finishedMatch: Int64? { nil }

  package func start(_ context: SessionContext) throws(WireError) {
    throw WireError(.notPlaying, "Nothing is started in \(name)")
  }
}

/// A service that opens solo rooms for players who join them by their names.
package protocol SoloRoomOpener {
  /// The names.
  var roomNames: [String] { get }
  /// Answers with the room's description; opens the room where the player is not in it.
  func join(_ name: String, since seq: Int?, _ context: SessionContext) throws(WireError)
}

/// A feature that opens solo rooms.
package protocol SoloRoomFeature: Feature {
  /// The names of its rooms in requests, which no other room has.
  static var roomNames: [String] { get }
  /// Answers a request that names the room of a player who has none.
  static var roomIsMissing: String { get }
}

extension Parlor {
  /// The solo room that a request means: it names it, or the session is nowhere else.
  func soloRoom(_ name: String?, of session: Session) -> (any SoloRoom)? {
    guard let room = session.player.soloRoom else { return nil }
    if let name { return name == room.name ? room : nil }
    return room.isOpen && session.rooms.isEmpty ? room : nil
  }

  /// Whether the session's player is in a solo room that is open and stores no moves.
  func hasUnstoredRoom(_ session: Session) -> Bool {
    guard let room = session.player.soloRoom else { return false }
    return room.isOpen && !room.storesMoves
  }

  /// Whether a request is a move in a solo room that is open and stores none.
  func isUnstoredMove(_ request: any WireRequest, of session: Session) -> Bool {
    guard hasUnstoredRoom(session), let move = request as? Request.Move else { return false }
    return soloRoom(move.room, of: session) != nil
  }

  /// Opens a room for a session's player alone, in place of the one before. Somebody at a terminal is in one room at a
  /// time.
  func open(_ room: any SoloRoom, for session: Session) {
    closeSoloRoom(of: session.player)
    session.player.soloRoom = room
    if session.format == .text { leaveAll(session) }
  }

  /// Opens the solo room of a name, or describes it.
  ///
  /// - Returns: whether there is such a room.
  func joinSoloRoom(_ join: Request.Join, from session: Session, re: RequestID?) throws(WireError) -> Bool {
    guard let opener = kernel.service((any SoloRoomOpener).self), opener.roomNames.contains(join.room) else {
      return false
    }
    guard !session.player.isGuest else { throw WireError.nameNeeded }
    try opener.join(join.room, since: join.since?.seq, SessionContext(parlor: self, session: session, re: re))
    return true
  }

  /// Drops a player's solo room without telling anybody.
  func closeSoloRoom(of player: Player) {
    soloAbsences.set(player.id, at: nil)
    player.soloRoom = nil
  }

  /// The player leaves the solo room for good.
  func leave(_ room: any SoloRoom, from session: Session, re: RequestID?) {
    closeSoloRoom(of: session.player)
    room.leave(SessionContext(parlor: self, session: session, re: re))
  }

  /// The player's connection is gone: the room waits as long as others keep a seat, if the player can come back.
  func keepSoloRoom(of player: Player) {
    guard player.soloRoom != nil else { return }
    guard player.canReturn, hub.limits.seatSeconds > 0 else { return closeSoloRoom(of: player) }
    soloAbsences.set(player.id, at: hub.now.adding(milliseconds: Int64(hub.limits.seatSeconds) * 1000))
  }

  /// The player is back: the room describes itself.
  func resumeSoloRoom(_ session: Session) {
    guard let room = session.player.soloRoom, soloAbsences.contains(session.player.id) else { return }
    soloAbsences.set(session.player.id, at: nil)
    room.resume(SessionContext(parlor: self, session: session, re: nil))
  }

  /// Solo rooms that have waited for their players long enough are gone.
  func endSoloAbsences() {
    while let id = soloAbsences.popDue(at: hub.now) { players.withID(id)?.soloRoom = nil }
  }
}
