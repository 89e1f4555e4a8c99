import GameKit

/// What a feature keeps in memory for a session, from a request on until the session has ended or is another player's.
package protocol SessionPart: AnyObject {
  /// The session has ended, is another player's, or its link is lost.
  func end(_ context: PlayerContext)
  /// The moment has come for which the part has set an alarm.
  func alarm(_ context: SessionContext)
}

extension SessionPart {
  package func alarm(_ context: SessionContext) {}
}

/// What takes a session's lines in the place of requests.
package protocol LineConsumer: AnyObject {
  /// Takes a line. Its bytes are valid during the call only.
  func take(_ line: UnsafeRawBufferPointer, _ context: SessionContext)
  /// A line that was too long has been dropped.
  func dropLine()
}

/// Names a part of a session.
struct SessionPartID: Hashable {
  let session: SessionID
  let kind: ObjectIdentifier
}

extension SessionContext {
  /// The session's part of a kind; `nil` where there is none.
  package func part<Part: SessionPart>(_ kind: Part.Type = Part.self) -> Part? {
    session.parts[ObjectIdentifier(kind)] as? Part
  }

  /// Adds a part to the session, in the place of one before.
  package func add<Part: SessionPart>(_ part: Part) { session.parts[ObjectIdentifier(Part.self)] = part }

  /// Removes a part without calling its `end`.
  package func remove<Part: SessionPart>(_ part: Part) {
    guard session.parts[ObjectIdentifier(Part.self)] === part else { return }
    setAlarm(of: part, at: nil)
    session.parts[ObjectIdentifier(Part.self)] = nil
  }

  /// Sets the alarm of a part, in the place of the one before; `nil` for none.
  package func setAlarm<Part: SessionPart>(of part: Part, at time: Instant?) {
    parlor.alarms.set(SessionPartID(session: session.id, kind: ObjectIdentifier(Part.self)), at: time)
  }
}

extension Parlor {
  /// Ends what features keep for a session.
  func endParts(of session: Session) {
    let parts = session.parts
    session.parts = [:]
    session.lineConsumer = nil
    let context = PlayerContext(parlor: self, player: session.player, session: session.id)
    for (kind, part) in parts {
      alarms.set(SessionPartID(session: session.id, kind: kind), at: nil)
      part.end(context)
    }
  }

  /// Lets the parts do what is due whose alarms have come.
  func reachAlarms() {
    while let id = alarms.popDue(at: hub.now) {
      guard let session = sessions[id.session] else { continue }
      session.parts[id.kind]?.alarm(SessionContext(parlor: self, session: session, re: nil))
    }
  }
}
