import GameKit

/// What changes a room. Events and snapshots are lines of its document; what else there is stands in its next snapshot,
/// or is what every start begins with.
enum RoomFact {
  /// Something has happened, and is sent to everybody whom it concerns.
  case happened(RoomEvent)
  /// All facts up to an event have led to this. `window` holds the last of them, for those who resume.
  case snapshot(RoomSnapshot, seq: Int, window: [RoomEvent])
  /// Events up to a number cannot be read: it is not given again.
  case lost(upTo: Int)
  /// The server has started: nobody is connected.
  case started
  /// A member is here whose connection has stayed over a start: nobody has seen it as away.
  case reconnected(Member)
  /// The room is gone, and nobody's.
  case closed
  /// A player is forgotten, but for the address from which one who was sent away or silenced came.
  case forgot(PlayerID, Exclusions.Address?)
  /// Nothing is sent any more of what is kept of a player, or (`all`) of anybody.
  case untold(PlayerID, all: Bool)
  /// Nothing is sent any more of what a player has said, or of one line of it.
  case redacted(PlayerID, line: Int?)
}
