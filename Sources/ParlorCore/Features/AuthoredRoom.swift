package import GameKit
import Kernel
import Names
package import WireProtocol

/// A custom puzzle in a room.
package struct AuthoredPuzzle {
  /// Its number: the key of a feature's document.
  package let number: Int64
  /// In stored form.
  package let puzzle: JSON

  package init(number: Int64, puzzle: JSON) { (self.number, self.puzzle) = (number, puzzle) }
}

/// A player has moved on a custom puzzle.
package struct AuthoredMove {
  /// Of the session, without an answer.
  package let context: SessionContext
  package let room: RoomHandle
}

extension RoomHandle {
  /// The custom puzzle of this room; `nil` in all other rooms.
  package var authored: AuthoredPuzzle? { room.plan.authored }

  /// The outcome of the room's player; `nil` before the end.
  package var outcome: Outcome? { room.boards[owner]?.result?.outcome }

  /// Whether there was a move.
  package var hasBegun: Bool { room.boards[owner]?.played.hasBeenPlayed == true }

  /// The room's owner; an unassigned number for a room without one.
  package var owner: PlayerID { room.owner?.id ?? RoomEvent.nobody }
}

extension SessionContext {
  /// Brings the session's player to the room for a puzzle, which is opened if there is none. The request is answered by
  /// `joined`; nothing that is played there counts for statistics, ratings or streaks.
  package func play(_ puzzle: AuthoredPuzzle, of game: GameModule, settings: JSON) throws(WireError) {
    if let room = room(playing: puzzle.number) {
      return try parlor.parts.roomRequests.join(Request.Join(room: room.name), self)
    }
    try checkMaintenance()
    let name = try PlayerName(parlor.parts.opening.freeName(game, .practice), as: .room, maximum: 64)
    var plan = Room.Plan(name: name, game: game, settings: settings, mode: AuthoredMode())
    plan.authored = puzzle
    try parlor.parts.opening.open(plan, self)
  }

  /// The room where the session's player plays a puzzle.
  private func room(playing puzzle: Int64) -> Room? {
    parlor.rooms.knowing(player).first { $0.plan.authored?.number == puzzle && $0.owner === player }
  }

  /// Whether the session's player has finished a puzzle in a room that is still open.
  package func hasFinished(_ puzzle: Int64) -> Bool {
    room(playing: puzzle).map { RoomHandle(room: $0).outcome != nil } ?? false
  }

  /// The custom puzzle that the session's player is playing.
  package var authoredHere: Int64? { session.rooms.last { $0.plan.authored != nil }?.plan.authored?.number }
}

extension ParlorContext {
  /// Closes the rooms for a puzzle.
  ///
  /// - Parameter sentence: the message for its players.
  package func closeRooms(playing puzzle: Int64, saying sentence: String) {
    for room in parlor.rooms.inOrder where room.plan.authored?.number == puzzle { close(room, saying: sentence) }
  }

  /// Closes a room with a sentence for its members.
  package func close(_ room: RoomHandle, saying sentence: String) { close(room.room, saying: sentence) }

  /// Closes a room that is not the server's own.
  ///
  /// - Returns: the number of members who got the sentence.
  @discardableResult
  func close(_ room: Room, saying sentence: String) -> Int {
    let members = parlor.sessions.all.filter { listener in listener.rooms.contains { $0 === room } }
    hub.send(Announcement(room: room.name, text: sentence), to: members, after: hub.journal.ticket)
    // The owner last, so that nobody inherits the room; what is played counts for nobody.
    let owner = room.owner
    room.isAbandoned = true
    for member in room.members.all where member.player !== owner { room.leave(member.player, reason: Presence.closed) }
    if let owner { room.leave(owner, reason: Presence.closed) }
    parlor.rooms.removeIfDeserted(room)
    return members.count
  }
}
