package import GameKit
package import Kernel

/// A feature's view of the server without a session: for alarms, and for HTTP readers. Valid during the call only.
package struct ServerContext: ParlorContext {
  package let parlor: Parlor

  /// A player on the server's civil days; `nil` for a deleted player.
  package func day(of id: PlayerID) -> PlayerDay? {
    player(id).map { PlayerDay(hub: hub, player: $0) }
  }

  /// The players who have blocked a player; `nil` for none.
  package func blockers(of player: PlayerID) -> Set<PlayerID>? { hub.blockers(of: player) }

  /// Ends a document by its last fact, and unloads it; a damaged one stays as stored.
  package func end<Kind: DocumentKind>(_ document: Document<Kind>, with fact: Kind.Fact) {
    guard !document.isDamaged else { return }
    emit(fact, on: document)
    parlor.kernel.discard(document.id)
  }
}

/// A document's alarm is due. Alarms end with the process: set them again after ``ServerStarted``. None is delivered
/// while storage fails.
package struct DocumentAlarm {
  package let document: DocumentID
  package let server: ServerContext
}

extension Context {
  /// The server, for a handler that also answers over HTTP; `nil` in tests of the kernel alone.
  package var server: ServerContext? { (caller as? SessionCaller).map { ServerContext(parlor: $0.parlor) } }

  /// The calling player; `nil` for an HTTP reader.
  package var player: Player? { (caller as? SessionCaller)?.session?.player }
}

extension ServerContext {
  /// The context of a session, without an answer.
  func context(of session: Session) -> SessionContext {
    SessionContext(parlor: parlor, session: session, re: nil)
  }

  /// Delivers due alarms to features.
  func reachDocumentAlarms() {
    while let document = hub.documentAlarms.popDue(at: now) {
      parlor.kernel.publish(DocumentAlarm(document: document, server: self))
    }
  }
}

extension Parlor {
  /// The server for features.
  var server: ServerContext { ServerContext(parlor: self) }
}
