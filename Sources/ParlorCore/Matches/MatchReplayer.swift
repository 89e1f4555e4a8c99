package import GameKit
import WireProtocol

/// Plays stored matches again where they are read: the loop would be held up for too long.
package struct MatchReplayer: Hashable, Sendable {
  let games: [GameModule]
  /// Matches whose games trap.
  private let trapped: Set<Int64>
  private let stopwatch: (@Sendable () -> Int64)?
  /// Whether it plays matches with more than a few moves.
  private let playsLongMatches: Bool

  /// So many moves are few.
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
  /// - Parameter seen: is called with the match before the first move, and after each.
  /// - Returns: what it leads to; a match of which nothing can be shown where the game is gone or does not agree.
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

/// A stored match, and what playing its moves again leads to.
package struct ReplayedMatch: Sendable {
  package let history: StoredMatchHistory
  package let end: Result<Match, Fault>
  /// What it took.
  let microseconds: Int64

  /// Why a match is not shown.
  package enum Fault: Error {
    /// Its game is gone or does not agree with it any more.
    case refused
    /// Too much time goes into puzzles and replays at the moment.
    case tooLong
  }
}

extension Hub {
  /// Plays stored matches again for requests of now.
  var replayer: MatchReplayer {
    MatchReplayer(
      games: configuration.games, trapped: Set(trappedMatches.keys), stopwatch: configuration.stopwatch,
      playsLongMatches: (try? puzzles.checkBudget()) != nil)
  }

  /// Counts what playing a match again took, as the making of a puzzle is counted: also where nothing of it is shown.
  func spend(on replayed: ReplayedMatch?) {
    if let replayed { puzzles.spend(microseconds: replayed.microseconds) }
  }

  /// A match at its end, so that what is shared is what the rules make of its moves.
  ///
  /// - Throws: `not_found` when its game is gone or does not agree with it any more; `too_fast`.
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
