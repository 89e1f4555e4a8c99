package import GameKit
package import Kernel
package import WireProtocol

/// A feature's view of the server in every situation: time, limits, documents, alarms. Valid during the call only.
package protocol HubContext {
  var hub: Hub { get }
}

extension HubContext {
  /// The limits of this server.
  package var limits: Limits { hub.limits }
  /// The present moment.
  package var now: Instant { hub.now }

  /// Changes a document.
  package func emit<Kind: DocumentKind>(_ fact: Kind.Fact, on document: Document<Kind>) {
    document.emit(fact, through: hub)
  }

  /// Stores a player whom storage does not know, and whose number is about to be part of a fact.
  package func keep(_ player: Player) { hub.keep(player) }

  /// Sets the alarm of a document, which replaces the previous one; `nil` for none. See ``DocumentAlarm``.
  package func setAlarm(of document: DocumentID, at time: Instant?) { hub.documentAlarms.set(document, at: time) }

  /// Writes to the server log.
  package func log(_ event: String, _ fields: JSONObject = [:]) { hub.log(event, fields) }
}

/// The same with players, sessions and rooms.
package protocol ParlorContext: HubContext {
  var parlor: Parlor { get }
}

extension ParlorContext {
  package var hub: Hub { parlor.hub }
  /// The server, without a session.
  package var server: ServerContext { ServerContext(parlor: parlor) }
  /// Whether the server has pages for links.
  package var hasPages: Bool { hub.configuration.linksShares }

  /// The player with a number; `nil` for a deleted player.
  package func player(_ id: PlayerID) -> Player? { parlor.players.withID(id) }

  /// The name of such a player.
  package func name(of id: PlayerID) -> String? { parlor.players.kept(id)?.name }

  /// The session of a player; `nil` for an absent player.
  package func session(of id: PlayerID) -> SessionContext? {
    guard let session = player(id)?.session, session.closing == nil else { return nil }
    return server.context(of: session)
  }

  /// All sessions.
  package var sessions: [SessionContext] { parlor.sessions.all.map { server.context(of: $0) } }

  /// The rooms of a player, present or away.
  package func rooms(of player: Player) -> [RoomHandle] {
    parlor.rooms.knowing(player).filter { $0.members[player.id] != nil }.map(RoomHandle.init)
  }

  /// Gives up the seats of a player, present or away.
  package func giveUpPlaces(of player: Player) {
    for room in rooms(of: player) {
      room.remove(player)
      parlor.rooms.removeIfDeserted(room.room)
    }
  }

  /// The room with a number; `nil` for a closed one.
  package func room(_ number: Int64) -> RoomHandle? { parlor.rooms[number].map(RoomHandle.init) }
}
