import GameKit
import ParlorCore

/// What is in memory of an arena that is not over: who is free since when, and what is to be done next. A start begins
/// with an empty one.
struct ArenaFloor {
  /// A game that is over, until its players know and its room is closed.
  struct Finished {
    let game: Tournament.Game
    /// By player, what they had before it.
    let before: [Tournament.Entrant]
    let winner: PlayerID?
    let isVoid: Bool
    var isTold = false
    let closesAt: Instant
  }

  /// Who is free, and since when.
  private(set) var freeSince: [PlayerID: Instant] = [:]
  /// When those who are free are paired next.
  var nextWave: Instant?
  /// Pairs of the last wave whose games have not begun.
  var pairs: [(PlayerID, PlayerID)] = []
  var finished: [Finished] = []
  /// On what its games are played; made when it is needed.
  var terms: RoomTerms?
  /// Whether those who take part have been sent that it has begun.
  var isAnnounced = false

  /// Notes who is free now. Who has just become so has waited since then.
  mutating func note(free: [PlayerID], at now: Instant) {
    freeSince = free.reduce(into: [:]) { $0[$1] = freeSince[$1] ?? now }
  }

  mutating func occupy(_ players: [PlayerID]) { for player in players { freeSince[player] = nil } }
}
