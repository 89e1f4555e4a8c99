package import WireProtocol

/// Pasted lines, which belong together and are no commands.
package protocol OpenPaste: AnyObject {
  /// Adds a line that belongs to it. Its bytes are valid during the call only.
  ///
  /// - Returns: whether it does.
  func take(_ line: UnsafeRawBufferPointer, _ context: SessionContext) -> Bool
  /// A blank line has come.
  func takeBlankLine(_ context: SessionContext)
  /// No line has come during the wait: see ``SessionContext/setPaste(_:waiting:)``.
  func pause(_ context: SessionContext)
  /// No more lines belong to it.
  func end(_ context: SessionContext)
  /// The connection is gone: there is nobody to answer.
  func abandon(_ context: SessionContext)
}

/// Recognises typed lines that begin a paste.
package protocol PasteReader: AnyObject {
  /// Handles a line that begins a paste, or belongs to a refused one.
  ///
  /// - Returns: whether it does.
  func open(_ line: String, _ context: SessionContext) throws(WireError) -> Bool
  /// Handles the argument of `/share`.
  func open(afterCommand text: String, _ context: SessionContext)
}

extension SessionContext {
  /// Sets the consumer of the session's pasted lines; `nil` for none.
  ///
  /// - Parameter milliseconds: how long it waits for more; `nil` for ever.
  package func setPaste(_ paste: (any OpenPaste)?, waiting milliseconds: Int64? = nil) {
    parlor.parts.sessionParts.setPaste(paste, of: session, until: milliseconds.map { now.adding(milliseconds: $0) })
  }

  /// Whether lines without a slash in the session's room are talk.
  package var isTalking: Bool { session.rooms.last.map { $0.mode.typedLine == .talk } ?? false }
  /// Whether a text is already normalised.
  package var isNormalized: Bool { parlor.hub.isTyped }

  /// Handles a line that looked like a paste and is none.
  package func handleTyped(_ line: String) {
    do throws(WireError) {
      try parlor.parts.textFront.handleTyped(line, unasked)
    } catch {
      parlor.hub.send(ErrorMessage(error), to: session, after: 0)
    }
  }
}
