import GameKit
import WireProtocol

/// The clocks of a match: a fold of its moves, so that a replay is the same.
///
/// Either a time for each move, or one for all moves of the match with an increment per move (Fischer).
struct TurnClock: Sendable {
  private let rules: ClockRules
  /// The remaining times at ``since``, in milliseconds.
  private var left: [PlayerID: Int64] = [:]
  /// The players whose clocks run.
  private(set) var running: [PlayerID] = []
  private var since = Elapsed.zero

  init(_ rules: ClockRules) { self.rules = rules }

  /// Advances the clocks after an event: those of the players to move run from now on.
  ///
  /// - Parameter mover: the mover.
  mutating func advance(to now: Elapsed, mover: PlayerID?, toMove: [PlayerID]) {
    for player in running { left[player] = left(of: player, at: now) }
    if let mover, running.contains(mover) {
      left[mover] = rules.isPerMove ? rules.time : left(of: mover) &+ rules.increment
    }
    if rules.isPerMove { for player in toMove where !running.contains(player) { left[player] = rules.time } }
    running = toMove
    since = now
  }

  private func left(of player: PlayerID) -> Int64 { left[player] ?? rules.time }

  /// A player's remaining time at a moment, in milliseconds; never less than 0.
  func left(of player: PlayerID, at now: Elapsed) -> Int64 {
    let used = running.contains(player) ? now.milliseconds - since.milliseconds : 0
    return max(0, left(of: player) - used)
  }

  /// The player whose time is up next, and when, if nobody moves.
  var nextFlag: (player: PlayerID, at: Elapsed)? {
    running.min { (left(of: $0), $0) < (left(of: $1), $1) }
      .map { ($0, Elapsed(milliseconds: since.milliseconds &+ left(of: $0))) }
  }
}

extension ClockRules {
  /// A player's initial time, or the time per move, in milliseconds.
  fileprivate var time: Int64 { Int64(seconds) * 1000 }
  fileprivate var increment: Int64 { Int64(incrementSeconds) * 1000 }
}
