package import WireProtocol

/// Lines that somebody pastes, which belong together and are no commands.
package protocol OpenPaste: AnyObject {
  /// Takes a line that belongs to it. Its bytes are valid during the call only.
  ///
  /// - Returns: whether it does.
  func take(_ line: UnsafeRawBufferPointer, _ context: SessionContext) -> Bool
  /// A blank line has come.
  func takeBlankLine(_ context: SessionContext)
  /// Nothing has come for as long as was waited for: see ``SessionContext/setPaste(_:waiting:)``.
  func pause(_ context: SessionContext)
  /// No more lines belong to it.
  func end(_ context: SessionContext)
  /// The connection is gone: nobody is there for an answer.
  func abandon(_ context: SessionContext)
}

/// Finds out what typed lines are the beginning of.
package protocol PasteReader: AnyObject {
  /// Takes a line that begins a paste, or is part of one that was refused.
  ///
  /// - Returns: whether it is one.
  func open(_ line: String, _ context: SessionContext) throws(WireError) -> Bool
  /// Takes what follows `/share`.
  func open(afterCommand text: String, _ context: SessionContext)
}

extension SessionContext {
  /// What takes the session's lines that belong to it; `nil` for nothing any more.
  ///
  /// - Parameter milliseconds: how long it waits for more; `nil` for ever.
  package func setPaste(_ paste: (any OpenPaste)?, waiting milliseconds: Int64? = nil) {
    parlor.parts.sessionParts.setPaste(paste, of: session, until: milliseconds.map { now.adding(milliseconds: $0) })
  }

  /// Whether what lines without a slash say in the session's room is talk.
  package var isTalking: Bool { session.rooms.last.map { $0.mode.typedLine == .talk } ?? false }
  /// Whether a text has been normalised before.
  package var isNormalized: Bool { parlor.hub.isTyped }

  /// Handles a line that was taken for the beginning of a paste and is none.
  package func handleTyped(_ line: String) {
    do throws(WireError) {
      try parlor.parts.textFront.handleTyped(line, unasked)
    } catch {
      parlor.hub.send(ErrorMessage(error), to: session, after: 0)
    }
  }
}
