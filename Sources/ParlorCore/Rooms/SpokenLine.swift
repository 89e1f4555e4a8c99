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
    guard case .said(let name, let speaker, let text, let scope) = event.content else { return nil }
    (seq, self.name, self.speaker, self.text, self.scope) = (event.seq, name, speaker, text, scope)
  }
}
