package import GameKit
package import Kernel

/// What a feature sees of the server where no session is served: for what is due at a moment, and for readers over
/// HTTP. Valid during the call only.
package struct ServerContext: ParlorContext {
  package let parlor: Parlor

  /// A player on the server's civil days; `nil` for somebody who is gone.
  package func day(of id: PlayerID) -> PlayerDay? {
    player(id).map { PlayerDay(hub: hub, player: $0) }
  }

  /// Who has blocked a player; `nil` for nobody.
  package func blockers(of player: PlayerID) -> Set<PlayerID>? { hub.blockers(of: player) }

  /// Ends a document by its last fact, and takes it out of memory; a damaged one stays as it is stored.
  package func end<Kind: DocumentKind>(_ document: Document<Kind>, with fact: Kind.Fact) {
    guard !document.isDamaged else { return }
    emit(fact, on: document)
    parlor.kernel.discard(document.id)
  }
}

/// The moment has come for which a feature has set an alarm of a document. Alarms end with the process: set them again
/// after ``ServerStarted``. None comes while nothing can be stored.
package struct DocumentAlarm {
  package let document: DocumentID
  package let server: ServerContext
}

extension Context {
  /// The server, for a handler that also answers over HTTP; `nil` in tests of the kernel alone.
  package var server: ServerContext? { (caller as? SessionCaller).map { ServerContext(parlor: $0.parlor) } }

  /// The player who asks; `nil` for a reader over HTTP.
  package var player: Player? { (caller as? SessionCaller)?.session?.player }
}

extension ServerContext {
  /// The context of a session, in which nothing is answered.
  func context(of session: Session) -> SessionContext {
    SessionContext(parlor: parlor, session: session, re: nil)
  }

  /// Lets features do what is due.
  func reachDocumentAlarms() {
    while let document = hub.documentAlarms.popDue(at: now) {
      parlor.kernel.publish(DocumentAlarm(document: document, server: self))
    }
  }
}

extension Parlor {
  /// What features see of the server.
  var server: ServerContext { ServerContext(parlor: self) }
}
