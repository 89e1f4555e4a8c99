import GameKit

/// Sessions' parts of features, and pastes whose lines are still arriving.
final class SessionParts {
  private let sessions: SessionTable
  /// Alarms of features' parts.
  private var alarms = DeadlineQueue<SessionPartID>()
  /// When a session's paste is submitted without further lines.
  private var pastes = DeadlineQueue<SessionID>()

  init(_ sessions: SessionTable) { self.sessions = sessions }

  /// When the next of them is due.
  var nextDeadline: Instant? { [alarms.next, pastes.next].compactMap { $0 }.min() }

  /// Sets the alarm of a session's part, which replaces the previous one; `nil` for none.
  func setAlarm(of part: ObjectIdentifier, of session: SessionID, at time: Instant?) {
    alarms.set(SessionPartID(session: session, kind: part), at: time)
  }

  /// Sets the consumer of a session's pasted lines, until a time: `nil` for ever.
  func setPaste(_ paste: (any OpenPaste)?, of session: Session, until time: Instant?) {
    session.typing.paste = paste
    pastes.set(session.id, at: time)
  }

  /// Runs due pastes and alarms.
  func reachTime(_ server: ServerContext) {
    while let id = pastes.popDue(at: server.now) {
      if let session = sessions[id] { session.typing.paste?.pause(server.context(of: session)) }
    }
    while let id = alarms.popDue(at: server.now) {
      guard let session = sessions[id.session] else { continue }
      session.parts[id.kind]?.alarm(server.context(of: session))
    }
  }

  /// Ends features' parts of a session.
  func end(of session: Session, _ server: ServerContext) {
    let parts = session.parts
    session.parts = [:]
    session.typing.consumer = nil
    let context = server.context(of: session).later
    for (kind, part) in parts {
      setAlarm(of: kind, of: session.id, at: nil)
      part.end(context)
    }
  }

  /// Ends a session's paste: there is nobody to answer.
  func abandonPaste(of session: Session, _ server: ServerContext) {
    guard let paste = session.typing.paste else { return }
    setPaste(nil, of: session, until: nil)
    paste.abandon(server.context(of: session))
  }
}

/// Identifies a part of a session.
private struct SessionPartID: Hashable {
  let session: SessionID
  let kind: ObjectIdentifier
}
