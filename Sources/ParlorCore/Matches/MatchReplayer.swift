package import GameKit
import WireProtocol

/// Replays stored matches on storage's queue, since the loop would be blocked for too long.
package struct MatchReplayer: Hashable, Sendable {
  let games: [GameModule]
  /// Matches whose games trap.
  private let trapped: Set<Int64>
  private let stopwatch: (@Sendable () -> Int64)?
  /// Whether it replays matches with more than a few moves.
  private let playsLongMatches: Bool

  /// The number of moves that counts as few.
  private static let fewMoves = 50

  package init(
    games: [GameModule], trapped: Set<Int64> = [], stopwatch: (@Sendable () -> Int64)? = nil,
    playsLongMatches: Bool = true
  ) {
    (self.games, self.trapped, self.stopwatch) = (games, trapped, stopwatch)
    self.playsLongMatches = playsLongMatches
  }

  /// A server has one: queries differ by the rest.
  package static func == (_: Self, _: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}

  /// Does other work on stored matches, and measures it.
  ///
  /// - Returns: the result, and the microseconds that it took.
  package func measuring<Made>(_ work: () -> Made) -> (made: Made, microseconds: Int64) {
    let began = stopwatch?() ?? 0
    let made = work()
    return (made, (stopwatch?() ?? 0) &- began)
  }

  /// Plays a match from its beginning.
  ///
  /// - Parameter seen: called with the match before the first move, and after each.
  /// - Returns: the final state; without one if its game is gone or contradicts it.
  package func replay(
    _ history: StoredMatchHistory, seeing seen: (Match, _ turn: Turn?) -> Void = { _, _ in }
  ) -> ReplayedMatch {
    guard playsLongMatches || history.moves.count <= Self.fewMoves else {
      return ReplayedMatch(history: history, end: .failure(.tooLong), microseconds: 0)
    }
    let began = stopwatch?() ?? 0
    let end = Result { () throws(ReplayedMatch.Fault) in try play(history, seen) }
    return ReplayedMatch(history: history, end: end, microseconds: (stopwatch?() ?? 0) &- began)
  }

  private func play(
    _ history: StoredMatchHistory, _ seen: (Match, Turn?) -> Void
  ) throws(ReplayedMatch.Fault) -> Match {
    guard !trapped.contains(history.match.id), let game = games.first(where: { $0.info.id == history.match.game })
    else { throw .refused }
    do {
      var match = try game.match(
        puzzle: JSON(parsing: history.match.puzzle), settings: JSON(parsing: history.match.settings))
      seen(match, nil)
      for move in history.moves {
        let turn = try match.replay(JSON(parsing: move.move), by: move.player, at: move.elapsed)
        seen(match, turn)
      }
      return match
    } catch {
      throw .refused
    }
  }
}

/// A stored match, and the state after a replay of its moves.
package struct ReplayedMatch: Sendable {
  package let history: StoredMatchHistory
  package let end: Result<Match, Fault>
  /// The time of the replay.
  let microseconds: Int64

  /// Why a match is not shown.
  package enum Fault: Error {
    /// Its game is gone or contradicts it.
    case refused
    /// The budget for puzzles and replays is exhausted.
    case tooLong
  }
}

extension Hub {
  /// Replays stored matches for current requests.
  var replayer: MatchReplayer {
    MatchReplayer(
      games: configuration.games, trapped: Set(trappedMatches.keys), stopwatch: configuration.stopwatch,
      playsLongMatches: (try? puzzles.checkBudget()) != nil)
  }

  /// Charges a replay to the puzzle budget, also if nothing of it is shown.
  func spend(on replayed: ReplayedMatch?) {
    if let replayed { puzzles.spend(microseconds: replayed.microseconds) }
  }

  /// A match in its final state, so that shares follow from the rules and its moves.
  ///
  /// - Throws: `not_found` if its game is gone or contradicts it; `too_fast`.
  func end(of replayed: ReplayedMatch) throws(WireError) -> Match {
    switch replayed.end {
    case .success(let match): return match
    case .failure(.tooLong): throw puzzles.overBudget
    case .failure(.refused):
      let number = replayed.history.match.id
      throw WireError(.notFound, .match, "Match \(number) cannot be shown: the rules have changed since")
    }
  }
}
