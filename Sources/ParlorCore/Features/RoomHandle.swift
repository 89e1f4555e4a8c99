package import GameKit
package import Kernel
import Names
package import WireProtocol

/// A room as features see it. Valid during the call only.
package struct RoomHandle: HubContext {
  let room: Room
  package var hub: Hub { room.hub }

  /// Unique on this server: the key of a document that belongs to the room.
  package var number: Int64 { room.number }
  /// The room's name on the wire.
  package var name: String { room.name }

  /// Its name as it is compared with others.
  package var foldedName: String { room.plan.name.folded }
  /// Whether it is one of the server's own rooms, which are always there.
  package var isPermanent: Bool { room.mode.isPermanent }

  /// What was said in it after a number, the latest first.
  package func talk(after seq: Int = 0) -> some Sequence<SpokenLine> {
    room.history.talk(after: seq).lazy.compactMap(SpokenLine.init)
  }

  /// What was said under a number.
  ///
  /// - Throws: `not_found`.
  package func line(_ seq: Int) throws(WireError) -> SpokenLine {
    guard let line = talk(after: seq &- 1).first(where: { $0.seq == seq }) else { throw room.view.noSuchLine(seq) }
    return line
  }

  /// Takes back what a player has said here, or one line of it: sessions that resume do not get it.
  ///
  /// - Returns: whether there was anything.
  package func redactTalk(of player: PlayerID, line: Int? = nil) -> Bool {
    guard room.apply(.redacted(player, line: line)) else { return false }
    room.snapshotNeed.isRewritten = hub.isDurable
    hub.touch(room)
    return true
  }

  /// Takes a player out, who may come back.
  package func remove(_ player: Player) { room.leave(player) }

  /// Sends everybody who is in the room what concerns all of them.
  ///
  /// - Parameter context: the session that is sent it as an answer.
  package func sendToAll(_ message: some Drawable, besides context: SessionContext? = nil) {
    let sessions = room.members.all.compactMap(\.session).filter { $0 !== context?.session }
    hub.send(message, to: sessions, after: hub.journal.ticket)
  }
}

/// A session has come into a room and knows how it stands: `joined` was sent, and what the session has missed.
package struct RoomEntered {
  /// Of the session; it answers nothing.
  package let context: SessionContext
  package let room: RoomHandle
  /// Whether it has been here before, and goes on where it was.
  package let isBack: Bool
}

/// A room is gone, with what belongs to it.
package struct RoomClosed: HubContext {
  package let hub: Hub
  /// The room's number, which no other room gets.
  package let number: Int64

  /// Ends a document of the room by its last fact; a damaged one stays as it is stored.
  package func end<Kind: DocumentKind>(_ document: Document<Kind>, with fact: Kind.Fact) {
    if !document.isDamaged { emit(fact, on: document) }
    hub.kernel.discard(document.id)
  }
}

extension SessionContext {
  /// The room that a request means: the one that it names, or the only one that the session is in.
  ///
  /// - Throws: `which_room`, `not_in_room`, `not_found`.
  package func room(_ name: String?) throws(WireError) -> RoomHandle {
    RoomHandle(room: try parlor.rooms.room(name, of: session))
  }

  /// The same for what there is only in rooms for talking, in which nothing is played and no results are shared.
  ///
  /// The operator need not be in it.
  ///
  /// - Throws: `no_talk` as well.
  package func roomForTalking(_ name: String?) throws(WireError) -> RoomHandle {
    let handle =
      if let name, session.isOperator { RoomHandle(room: try parlor.rooms.room(named: name)) } else { try room(name) }
    guard handle.room.mode.typedLine == .talk else {
      throw WireError(.noTalk, "\(handle.name) is not a room for talking, where this is done")
    }
    return handle
  }

  /// Refuses somebody who may not talk in a room, or says too much at once: what follows counts as a line of talk.
  package func checkTalk(in handle: RoomHandle) throws(WireError) {
    try hub.restrictions.checkVoice(of: player, in: handle.room)
    try handle.room.checkTalk(of: player)
  }

  /// Whether the session's player may keep order in a room: its owner, and moderators.
  package func keepsOrder(in handle: RoomHandle) -> Bool {
    owns(handle) || mayKeepOrder
  }

  /// Whether the session's player owns a room.
  package func owns(_ handle: RoomHandle) -> Bool { handle.room.owner === player }

  /// Whether the session is in a room.
  package func isIn(_ handle: RoomHandle) -> Bool { session.rooms.contains { $0 === handle.room } }

  /// Whether the session's player has not blocked somebody.
  package func hears(_ author: PlayerID) -> Bool { !parlor.hub.blocks(player.id, author) }

  /// Sends everybody else who is in a room something that somebody has said there, but for those who have
  /// blocked that player.
  package func tellOthers(in handle: RoomHandle, _ message: some Drawable, by author: PlayerID) {
    let others = handle.room.members.all.compactMap(\.session).filter { other in
      other !== session && !parlor.hub.blocks(other.player.id, author)
    }
    parlor.hub.send(message, to: others, after: parlor.hub.journal.ticket)
  }
}

extension SessionContext {
  /// Lets features react to the session, which has come into a room.
  func announceEntry(to room: Room, isBack: Bool) {
    hub.kernel.publish(RoomEntered(context: unasked, room: RoomHandle(room: room), isBack: isBack))
    room.ballot.show(to: session, in: room.view)
  }

  /// Lets features react to a guest who has taken a name.
  func announceName() { hub.kernel.publish(NameTaken(context: unasked)) }

  /// Lets features react to a session that has logged in.
  func announceLogin() { hub.kernel.publish(LoggedIn(context: unasked)) }
}
