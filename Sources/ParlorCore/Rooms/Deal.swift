import GameKit
import WireProtocol

/// How a round begins: everything about it that was chosen, drawn by lot or given out.
struct Deal {
  let round: Int
  /// When it ends by itself.
  let endsAt: Instant?
  let dealtAt: Instant
  /// Whether all puzzles had been dealt in the room, so that they come again from this one on.
  var startsOver = false
  /// A secret; `nil` in what is kept for those who resume alone.
  var puzzle: JSON?
  /// Whose board has which number; at a board that all share, everybody's has the same.
  var boards: [Board] = []

  struct Board: Hashable {
    let player: PlayerID
    let match: Int64
  }

  /// What sessions that resume get.
  var told: Deal { Deal(round: round, endsAt: endsAt, dealtAt: dealtAt) }
}
