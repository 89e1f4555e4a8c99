import GameKit
import ParlorCore

/// The memory of an arena that is not over: which players are free since when, and what is due next. It begins empty at
/// a start.
struct ArenaFloor {
  /// A finished game, until its players are told and its room is closed.
  struct Finished {
    let game: Tournament.Game
    /// By player, the state before it.
    let before: [Tournament.Entrant]
    let winner: PlayerID?
    let isVoid: Bool
    var isTold = false
    let closesAt: Instant
  }

  /// The free players, and since when.
  private(set) var freeSince: [PlayerID: Instant] = [:]
  /// When the free players are paired next.
  var nextWave: Instant?
  /// Pairs of the last wave whose games have not begun.
  var pairs: [(PlayerID, PlayerID)] = []
  var finished: [Finished] = []
  /// The terms of its games, made on first use.
  var terms: RoomTerms?
  /// Whether the participants have been told that it has begun.
  var isAnnounced = false

  /// Records the free players; new ones wait from now on.
  mutating func note(free: [PlayerID], at now: Instant) {
    freeSince = free.reduce(into: [:]) { $0[$1] = freeSince[$1] ?? now }
  }

  mutating func occupy(_ players: [PlayerID]) { for player in players { freeSince[player] = nil } }
}
