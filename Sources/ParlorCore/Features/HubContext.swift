package import GameKit
package import Kernel
package import WireProtocol

/// What features see of the server on every occasion: the time, limits, documents, alarms. Valid during the call only.
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

  /// Sets the alarm of a document, in the place of the one before; `nil` for none. See ``DocumentAlarm``.
  package func setAlarm(of document: DocumentID, at time: Instant?) { hub.documentAlarms.set(document, at: time) }

  /// Tells the operator's log.
  package func log(_ event: String, _ fields: JSONObject = [:]) { hub.log(event, fields) }
}

/// The same with players, sessions and rooms.
package protocol ParlorContext: HubContext {
  var parlor: Parlor { get }
}

extension ParlorContext {
  package var hub: Hub { parlor.hub }
  /// The server, where no session is served.
  package var server: ServerContext { ServerContext(parlor: parlor) }
  /// Whether the server has pages, to which links lead.
  package var hasPages: Bool { hub.configuration.linksShares }

  /// The player of a number; `nil` for somebody who is gone.
  package func player(_ id: PlayerID) -> Player? { parlor.players.withID(id) }

  /// The same player's name.
  package func name(of id: PlayerID) -> String? { parlor.players.kept(id)?.name }

  /// The session of a player; `nil` for one who is not here.
  package func session(of id: PlayerID) -> SessionContext? {
    guard let session = player(id)?.session, session.closing == nil else { return nil }
    return server.context(of: session)
  }

  /// All sessions.
  package var sessions: [SessionContext] { parlor.sessions.all.map { server.context(of: $0) } }

  /// The rooms where a player is, here or away.
  package func rooms(of player: Player) -> [RoomHandle] {
    parlor.rooms.knowing(player).filter { $0.members[player.id] != nil }.map(RoomHandle.init)
  }

  /// Gives up the places of a player, here or away.
  package func giveUpPlaces(of player: Player) {
    for room in rooms(of: player) {
      room.remove(player)
      parlor.rooms.removeIfDeserted(room.room)
    }
  }

  /// The room of a number; `nil` for one that is gone.
  package func room(_ number: Int64) -> RoomHandle? { parlor.rooms[number].map(RoomHandle.init) }
}
