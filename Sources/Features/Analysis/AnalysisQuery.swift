import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// A match that a player has finished, with a result that is slow to compute.
struct AnalysisQuery: StoredQuery {
  enum Wanted: Hashable, Sendable {
    case analysis
    /// The words that fitted after a guess, counted from 1.
    case words(guess: Int)
  }

  /// `nil` inside: the game has no result.
  enum Found: Sendable {
    case analysis(MatchAnalysis?)
    case words([String]?)
  }

  struct Answer: Sendable {
    /// `nil` if the player has not finished such a match.
    var replayed: ReplayedMatch?
    /// `nil` for a match that is not over, of a game without analyses, or with too many moves.
    var found: Found?
    /// The computing time.
    var microseconds: Int64 = 0
  }

  let finished: FinishedMatchQuery
  let wanted: Wanted

  static let mostMoves = 200

  func answer(from rows: any TableReader) throws(DatabaseError) -> Answer {
    let replayed = try finished.answer(from: rows)
    guard let replayed, case .success(let match) = replayed.end, match.hasAnalysis,
      replayed.history.moves.count <= Self.mostMoves, match.outcome(for: finished.player) != nil
    else { return Answer(replayed: replayed) }
    let (found, microseconds) = finished.replayer.measuring { find(in: match, replayed.history) }
    return Answer(replayed: replayed, found: found, microseconds: microseconds)
  }

  private func find(in match: Match, _ history: StoredMatchHistory) -> Found {
    switch wanted {
    case .analysis: .analysis(match.analysis(after: history.moves.compactMap { try? JSON(parsing: $0.move) }))
    case .words(let guess): .words(match.fitting(after: guess))
    }
  }
}
