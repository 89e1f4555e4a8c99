package import WireProtocol

/// Replaces an event that its receiver has muted: its number in JSON, nothing at a terminal.
package struct MutedEvent: Drawable {
  var message: Digest

  package init(message: Digest) { self.message = message }

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String { "" }
}
