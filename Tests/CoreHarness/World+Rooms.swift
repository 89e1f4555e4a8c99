import GameKit
import ParlorCore
import WireProtocol

extension World {
  /// The word of the round that a room plays.
  package func answer(in room: String) -> String? { parlor.puzzle(in: room)?["answer"]?.stringValue }
}
