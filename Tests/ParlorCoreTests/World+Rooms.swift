import CoreHarness
import GameKit
import WireProtocol

@testable import ParlorCore

extension World {
  /// The word of the round that a room plays.
  func answer(in room: String) -> String? {
    (try? parlor.rooms[room]?.table?.match.puzzle())?["answer"]?.stringValue
  }
}
