import GameKit

/// A feature's memory for a session, until the session has ended or is another player's.
package protocol SessionPart: AnyObject {
  /// The session has ended, is another player's, or its link is lost.
  func end(_ context: PlayerContext)
  /// The part's alarm is due.
  func alarm(_ context: SessionContext)
}

extension SessionPart {
  package func alarm(_ context: SessionContext) {}
}

/// A consumer of a session's lines instead of requests.
package protocol LineConsumer: AnyObject {
  /// Handles a line. Its bytes are valid during the call only.
  func take(_ line: UnsafeRawBufferPointer, _ context: SessionContext)
  /// A line that was too long has been dropped.
  func dropLine()
}

extension SessionContext {
  /// The session's part of a kind; `nil` if there is none.
  package func part<Part: SessionPart>(_ kind: Part.Type = Part.self) -> Part? {
    session.parts[ObjectIdentifier(kind)] as? Part
  }

  /// Adds a part to the session, which replaces one of its kind.
  package func add<Part: SessionPart>(_ part: Part) { session.parts[ObjectIdentifier(Part.self)] = part }

  /// Removes a part without calling its `end`.
  package func remove<Part: SessionPart>(_ part: Part) {
    guard session.parts[ObjectIdentifier(Part.self)] === part else { return }
    setAlarm(of: part, at: nil)
    session.parts[ObjectIdentifier(Part.self)] = nil
  }

  /// Sets the alarm of a part, which replaces the previous one; `nil` for none.
  package func setAlarm<Part: SessionPart>(of part: Part, at time: Instant?) {
    parlor.parts.sessionParts.setAlarm(of: ObjectIdentifier(Part.self), of: session.id, at: time)
  }
}
