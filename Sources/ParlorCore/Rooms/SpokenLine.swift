package import GameKit
import WireProtocol

/// A line of talk that a room keeps.
package struct SpokenLine {
  package let seq: Int
  /// The name of then.
  package let name: String
  package let speaker: PlayerID
  package let text: String
  /// The puzzle of which it may tell.
  package let scope: PuzzleScope?

  init?(_ event: RoomEvent) {
    guard case .said(let name, let speaker, let text, let scope) = event.content else { return nil }
    (seq, self.name, self.speaker, self.text, self.scope) = (event.seq, name, speaker, text, scope)
  }
}
