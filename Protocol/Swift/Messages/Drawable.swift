/// A message that can be sent as JSON or drawn for a person at a terminal.
package protocol Drawable {
  /// Appends the message as one line of JSON.
  func write(to json: inout JSONWriter, answering re: RequestID?)
  /// The message for a person: lines without the last newline; empty if there is nothing to show.
  func drawn() -> String
  /// The same text with what can be done about its parts.
  func page() -> DrawnPage
  /// Sets the earlier board, so that only changes are drawn.
  mutating func compare(with before: Board?)
}

extension Drawable {
  package mutating func compare(with before: Board?) {}
  package func page() -> DrawnPage { DrawnPage(drawn()) }
}

/// A message with what its text needs besides.
package protocol ShownMessage: Drawable {
  associatedtype Message: ServerMessage
  var message: Message { get }
}

extension ShownMessage {
  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }
}

/// A message whose text has links.
package protocol LinkedText: Drawable {}

extension LinkedText {
  package func drawn() -> String { page().typedText }
}

/// A sentence for a person at a terminal; sessions that speak JSON get nothing.
package struct Sentence: Drawable {
  let text: String

  package init(_ text: String) { self.text = text }

  package func write(to json: inout JSONWriter, answering re: RequestID?) {}
  package func drawn() -> String { text }
}
