package import GameKit
package import Kernel
import Names
package import WireProtocol

/// A feature's view of a room. Valid during the call only.
package struct RoomHandle: HubContext {
  let room: Room
  package var hub: Hub { room.hub }

  /// Unique on this server: the key of documents that belong to the room.
  package var number: Int64 { room.number }
  /// The room's name on the wire.
  package var name: String { room.name }

  /// Its name in the form for comparison.
  package var foldedName: String { room.plan.name.folded }
  /// Whether it is one of the server's own rooms, which always exist.
  package var isPermanent: Bool { room.mode.isPermanent }

  /// Its talk after a number, the latest first.
  package func talk(after seq: Int = 0) -> some Sequence<SpokenLine> {
    room.history.talk(after: seq).lazy.compactMap(SpokenLine.init)
  }

  /// The line of talk with a number.
  ///
  /// - Throws: `not_found`.
  package func line(_ seq: Int) throws(WireError) -> SpokenLine {
    guard let line = talk(after: seq &- 1).first(where: { $0.seq == seq }) else { throw room.view.noSuchLine(seq) }
    return line
  }

  /// Redacts a player's talk here, or one line of it, also for resuming sessions.
  ///
  /// - Returns: whether there was any.
  package func redactTalk(of player: PlayerID, line: Int? = nil) -> Bool {
    guard room.apply(.redacted(player, line: line)) else { return false }
    room.snapshotNeed.isRewritten = hub.isDurable
    hub.touch(room)
    return true
  }

  /// Removes a player, who may return.
  package func remove(_ player: Player) { room.leave(player) }

  /// Sends all members a message.
  ///
  /// - Parameter context: the session that gets it as its answer.
  package func sendToAll(_ message: some Drawable, besides context: SessionContext? = nil) {
    let sessions = room.members.all.compactMap(\.session).filter { $0 !== context?.session }
    hub.send(message, to: sessions, after: hub.journal.ticket)
  }
}

/// A session has joined a room and has its state: `joined` was sent, and missed events.
package struct RoomEntered {
  /// Of the session, without an answer.
  package let context: SessionContext
  package let room: RoomHandle
  /// Whether it has returned.
  package let isBack: Bool
}

/// A room is closed, with its documents.
package struct RoomClosed: HubContext {
  package let hub: Hub
  /// The room's number, which is not reused.
  package let number: Int64

  /// Ends a document of the room by its last fact; a damaged one stays as stored.
  package func end<Kind: DocumentKind>(_ document: Document<Kind>, with fact: Kind.Fact) {
    if !document.isDamaged { emit(fact, on: document) }
    hub.kernel.discard(document.id)
  }
}

extension SessionContext {
  /// The room of a request: the named one, or the session's only one.
  ///
  /// - Throws: `which_room`, `not_in_room`, `not_found`.
  package func room(_ name: String?) throws(WireError) -> RoomHandle {
    RoomHandle(room: try parlor.rooms.room(name, of: session))
  }

  /// The same for requests that need a room for talking.
  ///
  /// The operator need not be in it.
  ///
  /// - Throws: `no_talk` as well.
  package func roomForTalking(_ name: String?) throws(WireError) -> RoomHandle {
    let handle =
      if let name, session.isOperator { RoomHandle(room: try parlor.rooms.room(named: name)) } else { try room(name) }
    guard handle.room.mode.typedLine == .talk else {
      throw WireError(.noTalk, "In \(handle.name) people play: this is for rooms in which they talk")
    }
    return handle
  }

  /// Refuses a player who may not talk in a room, or has exceeded the rate: the request counts as a line of talk.
  package func checkTalk(in handle: RoomHandle) throws(WireError) {
    try hub.restrictions.checkVoice(of: player, in: handle.room)
    try handle.room.checkTalk(of: player)
  }

  /// Whether the session's player may moderate a room: its owner, and moderators.
  package func keepsOrder(in handle: RoomHandle) -> Bool {
    owns(handle) || mayKeepOrder
  }

  /// Whether the session's player owns a room.
  package func owns(_ handle: RoomHandle) -> Bool { handle.room.owner === player }

  /// Whether the session is in a room.
  package func isIn(_ handle: RoomHandle) -> Bool { session.rooms.contains { $0 === handle.room } }

  /// Whether the session's player has not blocked somebody.
  package func hears(_ author: PlayerID) -> Bool { !parlor.hub.blocks(player.id, author) }

  /// Sends all other members a message of the session's player, except those who have blocked that player.
  package func tellOthers(in handle: RoomHandle, _ message: some Drawable, by author: PlayerID) {
    let others = handle.room.members.all.compactMap(\.session).filter { other in
      other !== session && !parlor.hub.blocks(other.player.id, author)
    }
    parlor.hub.send(message, to: others, after: parlor.hub.journal.ticket)
  }
}

extension SessionContext {
  /// Publishes to features that the session has joined a room.
  func announceEntry(to room: Room, isBack: Bool) {
    hub.kernel.publish(RoomEntered(context: unasked, room: RoomHandle(room: room), isBack: isBack))
    room.ballot.show(to: session, in: room.view)
  }

  /// Publishes to features that a guest has taken a name.
  func announceName() { hub.kernel.publish(NameTaken(context: unasked)) }

  /// Publishes to features that a session has logged in.
  func announceLogin() { hub.kernel.publish(LoggedIn(context: unasked)) }
}
