import GameKit
import WireProtocol

/// The clocks of those who play a match: a fold of its moves, so that a replay comes to the same.
///
/// Either a time for each move, or one for all moves of the match to which each move adds something (Fischer).
struct TurnClock: Sendable {
  private let rules: ClockRules
  /// What each had left at ``since``, in milliseconds.
  private var left: [PlayerID: Int64] = [:]
  /// Whose clock runs.
  private(set) var running: [PlayerID] = []
  private var since = Elapsed.zero

  init(_ rules: ClockRules) { self.rules = rules }

  /// Something has happened: the clocks of those who have the turn now run from then on.
  ///
  /// - Parameter mover: who has moved.
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

  /// What a player has left at a moment, in milliseconds; never less than 0.
  func left(of player: PlayerID, at now: Elapsed) -> Int64 {
    let used = running.contains(player) ? now.milliseconds - since.milliseconds : 0
    return max(0, left(of: player) - used)
  }

  /// Whose time is up next, and when, if nobody moves.
  var nextFlag: (player: PlayerID, at: Elapsed)? {
    running.min { (left(of: $0), $0) < (left(of: $1), $1) }
      .map { ($0, Elapsed(milliseconds: since.milliseconds &+ left(of: $0))) }
  }
}

extension ClockRules {
  /// What a player has at first, or for each move, in milliseconds.
  fileprivate var time: Int64 { Int64(seconds) * 1000 }
  fileprivate var increment: Int64 { Int64(incrementSeconds) * 1000 }
}
