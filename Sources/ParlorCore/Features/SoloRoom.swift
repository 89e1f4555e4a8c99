package import Kernel
import TextMode
package import WireProtocol

/// A room of one player that a feature provides: unlisted, without other members, talk or common rounds.
///
/// Requests reach it by its name, or without one while it is open and its player is in no other room; then typed lines
/// do too. It is invisible to others. While its player is away it is reserved as long as a seat.
package protocol SoloRoom: AnyObject {
  /// Its name in requests: one of ``SoloRoomFeature/roomNames``.
  var name: String { get }
  /// Whether its feature stores each move. Then moves need storage and count as commands, and leaving the room loses
  /// nothing; otherwise only the server's reading limits moves.
  var storesMoves: Bool { get }
  /// The stored match of the result; `nil` if there is none.
  var finishedMatch: Int64? { get }
  /// Whether it accepts moves; if not, it only repeats answers.
  var isOpen: Bool { get }
  /// Plays a move.
  func play(_ request: Request.Move, _ context: SessionContext) throws(WireError)
  /// Begins what follows the end.
  func start(_ context: SessionContext) throws(WireError)
  /// Answers with the board.
  func showBoard(_ context: SessionContext) throws(WireError)
  /// The player leaves for good, and is told so.
  func leave(_ context: SessionContext)
  /// The player has returned: sends the room's state.
  func resume(_ context: SessionContext)
}

extension SoloRoom {
  package var finishedMatch: Int64? { nil }

  package func start(_ context: SessionContext) throws(WireError) {
    throw WireError(.notPlaying, "Nothing is started in \(name)")
  }
}

/// A service that opens solo rooms by their names.
package protocol SoloRoomOpener {
  /// The names.
  var roomNames: [String] { get }
  /// Answers with the room's description, and opens the room if the player is not in it.
  func join(_ name: String, since seq: Int?, _ context: SessionContext) throws(WireError)
}

/// A feature that opens solo rooms.
package protocol SoloRoomFeature: Feature {
  /// The names of its rooms in requests, which no other room has.
  static var roomNames: [String] { get }
  /// The error for a player without such a room.
  static var roomIsMissing: String { get }
}
