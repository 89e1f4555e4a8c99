import GameKit
import WireProtocol

/// A change of a room. Events and snapshots are lines of its document; the rest is in its next snapshot, or happens at
/// every start.
enum RoomFact {
  /// An event, which is published.
  case happened(RoomEvent)
  /// The state after all facts up to an event. `window` has the last of them, for resuming clients.
  case snapshot(RoomSnapshot, seq: Int, window: [RoomEvent])
  /// Events up to a number are unreadable: it is not reused.
  case lost(upTo: Int)
  /// The server has started: nobody is connected.
  case started
  /// The first player of a round is back after a start.
  case attended
  /// A member's connection has outlived a start: nobody has seen it as away.
  case reconnected(Member)
  /// The room is closed.
  case closed
  /// A player is forgotten, except the address of one who was sent away or muted.
  case forgot(PlayerID, Exclusions.Address?)
  /// Stored events of a player, or (`all`) of anybody, are not sent any more.
  case untold(PlayerID, all: Bool)
  /// A player's talk, or one line of it, is not sent any more.
  case redacted(PlayerID, line: Int?)
}

/// The beginning of a round, with all random choices and assigned numbers.
struct Deal {
  let round: Int
  /// When it ends by itself.
  let endsAt: Instant?
  let dealtAt: Instant
  /// Whether all puzzles had been dealt in the room, so that they repeat from this one on.
  var startsOver = false
  /// Secret; `nil` in the form for resuming clients.
  var puzzle: JSON?
  /// The numbers of the boards by player; of a shared board the same for all.
  var boards: [Board] = []

  struct Board: Hashable {
    let player: PlayerID
    let match: Int64
  }

  /// The form for resuming sessions.
  var told: Deal { Deal(round: round, endsAt: endsAt, dealtAt: dealtAt) }
}
