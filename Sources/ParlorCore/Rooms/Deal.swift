import GameKit
import WireProtocol

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
