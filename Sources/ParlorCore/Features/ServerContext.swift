package import GameKit
package import Kernel
package import WireProtocol

/// What a feature sees of the server where no session is served: for what is due at a moment, and for readers over
/// HTTP. Valid during the call only.
package struct ServerContext {
  let parlor: Parlor

  /// The limits of this server.
  package var limits: Limits { parlor.hub.limits }
  /// Whether the server has pages, to which links lead.
  package var hasPages: Bool { parlor.hub.configuration.linksShares }
  /// The present moment.
  package var now: Instant { parlor.hub.now }

  /// The player of a number; `nil` for somebody who is gone.
  package func player(_ id: PlayerID) -> Player? { parlor.players.withID(id) }

  /// A player on the server's civil days; `nil` for somebody who is gone.
  package func day(of id: PlayerID) -> PlayerDay? {
    player(id).map { PlayerDay(hub: parlor.hub, player: $0) }
  }

  /// The session of a player; `nil` for one who is not here.
  package func session(of id: PlayerID) -> SessionContext? {
    guard let session = player(id)?.session, session.closing == nil else { return nil }
    return SessionContext(parlor: parlor, session: session, re: nil)
  }

  /// The room of a number; `nil` for one that is gone.
  package func room(_ number: Int64) -> RoomHandle? { parlor.rooms[number].map(RoomHandle.init) }

  /// Closes a room; those in it read a sentence.
  package func close(_ room: RoomHandle, saying sentence: String) { parlor.close(room.room, saying: sentence) }

  /// Changes a document.
  package func emit<Kind: DocumentKind>(_ fact: Kind.Fact, on document: Document<Kind>) {
    document.emit(fact, through: parlor.hub)
  }

  /// Ends a document by its last fact, and takes it out of memory; a damaged one stays as it is stored.
  package func end<Kind: DocumentKind>(_ document: Document<Kind>, with fact: Kind.Fact) {
    guard !document.isDamaged else { return }
    emit(fact, on: document)
    parlor.kernel.discard(document.id)
  }

  /// Sets the alarm of a document, in the place of the one before; `nil` for none. See ``DocumentAlarm``.
  package func setAlarm(of document: DocumentID, at time: Instant?) {
    parlor.hub.documentAlarms.set(document, at: time)
  }

  /// Tells the operator's log.
  package func log(_ event: String, _ fields: JSONObject = [:]) { parlor.hub.log(event, fields) }
}

/// The moment has come for which a feature has set an alarm of a document. Alarms end with the process: set them again
/// after ``ServerStarted``. None comes while nothing can be stored.
package struct DocumentAlarm {
  package let document: DocumentID
  package let server: ServerContext
}

extension FeatureContext {
  /// The server around the player.
  package var server: ServerContext { ServerContext(parlor: parlor) }
}

extension ServerStarted {
  /// The server, whose rooms are not there yet.
  package var server: ServerContext { ServerContext(parlor: parlor) }
}

extension PlayerGone {
  /// The server without the player.
  package var server: ServerContext { ServerContext(parlor: parlor) }
}

extension RoomHandle {
  /// Sets the alarm of a document, where a room tells of something. See ``DocumentAlarm``.
  package func setAlarm(of document: DocumentID, at time: Instant?) { room.hub.documentAlarms.set(document, at: time) }

  /// The present moment.
  package var now: Instant { room.hub.now }
}

extension RoomClosed {
  /// The present moment.
  package var now: Instant { hub.now }

  /// Sets the alarm of a document. See ``DocumentAlarm``.
  package func setAlarm(of document: DocumentID, at time: Instant?) { hub.documentAlarms.set(document, at: time) }
}

extension Context {
  /// The server, for a handler that also answers over HTTP; `nil` in tests of the kernel alone.
  package var server: ServerContext? { (caller as? SessionCaller).map { ServerContext(parlor: $0.parlor) } }

  /// The player who asks; `nil` for a reader over HTTP.
  package var player: Player? { (caller as? SessionCaller)?.session?.player }
}

extension Parlor {
  /// Lets features do what is due.
  func reachDocumentAlarms() {
    while let document = hub.documentAlarms.popDue(at: hub.now) {
      kernel.publish(DocumentAlarm(document: document, server: ServerContext(parlor: self)))
    }
  }
}
