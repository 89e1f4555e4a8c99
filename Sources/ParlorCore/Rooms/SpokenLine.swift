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

extension Room {
  /// What was said here, as far as a member may have read it; the latest last.
  func talk(heardBy member: Member) -> [SpokenLine] {
    history.talk(after: member.cameAfter).filter { mayHearAll($0, member) }.reversed().compactMap(SpokenLine.init)
  }

  func noSuchLine(_ seq: Int) -> WireError {
    WireError(.notFound, .line, "Nothing was said in \(name) under \(seq) that is still kept")
  }
}
