package import Kernel
import TextMode
package import WireProtocol

/// A room of one player that a feature provides: unlisted, without other members, talk or rounds to agree on.
///
/// Requests reach it by its name, or without one while it is open and its player is in no other room; then also lines
/// that somebody types at a terminal. Others see nothing of it. While its player is away it waits as long as a seat.
package protocol SoloRoom: AnyObject {
  /// Its name in requests: one of ``SoloRoomFeature/roomNames``.
  var name: String { get }
  /// Whether its feature stores each move. Then moves need storage and count as commands, and a room that is left loses
  /// nothing; otherwise moves are bounded by how fast the server reads and by nothing else.
  var storesMoves: Bool { get }
  /// The stored match with what came of it; `nil` where there is none.
  var finishedMatch: Int64? { get }
  /// Whether there is something to play; if not, it only repeats answers.
  var isOpen: Bool { get }
  /// Carries out a move.
  func play(_ request: Request.Move, _ context: SessionContext) throws(WireError)
  /// Begins what comes after the end.
  func start(_ context: SessionContext) throws(WireError)
  /// Answers with the board.
  func showBoard(_ context: SessionContext) throws(WireError)
  /// The player leaves for good, and gets a message about it.
  func leave(_ context: SessionContext)
  /// The player is back: the room describes itself.
  func resume(_ context: SessionContext)
}

extension SoloRoom {
  package var finishedMatch: Int64? { nil }

  package func start(_ context: SessionContext) throws(WireError) {
    throw WireError(.notPlaying, "Nothing is started in \(name)")
  }
}

/// A service that opens solo rooms for players who join them by their names.
package protocol SoloRoomOpener {
  /// The names.
  var roomNames: [String] { get }
  /// Answers with the room's description; opens the room where the player is not in it.
  func join(_ name: String, since seq: Int?, _ context: SessionContext) throws(WireError)
}

/// A feature that opens solo rooms.
package protocol SoloRoomFeature: Feature {
  /// The names of its rooms in requests, which no other room has.
  static var roomNames: [String] { get }
  /// Answers a request that names the room of a player who has none.
  static var roomIsMissing: String { get }
}
