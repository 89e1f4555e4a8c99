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
    parlor.parts.sessionParts.setAlarm(of: ObjectIdentifier(Part.self), of: session.id, at: time)
  }
}
