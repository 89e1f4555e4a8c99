package import GameKit
import WireProtocol

/// A line of talk in a room's history window.
package struct SpokenLine {
  package let seq: Int
  /// The speaker's name at that time.
  package let name: String
  package let speaker: PlayerID
  package let text: String
  /// The puzzle that it may reveal.
  package let scope: PuzzleScope?

  init?(_ event: RoomEvent) {
    guard case .said(let text, let scope) = event.content else { return nil }
    (seq, name, speaker, self.text, self.scope) = (event.seq, event.actor.name, event.actor.id, text, scope)
  }
}
