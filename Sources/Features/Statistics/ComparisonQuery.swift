import GameKit
import Kernel
import ParlorCore

/// The dailies that both players have finished, the newest first, and who did better how often. If a player has played
/// a daily in several rooms the first match counts.
struct ComparisonQuery: StoredQuery {
  let first: PlayerID
  let second: PlayerID
  let game: String
  let limit: Int

  private static let dailies = """
    WITH mine AS (SELECT puzzle_day, puzzle_key, min(match) AS match, score FROM result
        WHERE player = ?1 AND game = ?3 AND puzzle_day IS NOT NULL GROUP BY puzzle_day, puzzle_key),
      theirs AS (SELECT puzzle_day, puzzle_key, min(match) AS match, score FROM result
        WHERE player = ?2 AND game = ?3 AND puzzle_day IS NOT NULL GROUP BY puzzle_day, puzzle_key)
    """

  private static let pairs = """
    \(dailies) SELECT puzzle_day, mine.match, theirs.match FROM mine JOIN theirs USING (puzzle_day, puzzle_key)
    ORDER BY puzzle_day DESC, mine.match DESC LIMIT ?4
    """

  private static let sums = """
    \(dailies) SELECT count(*), coalesce(sum(mine.score > theirs.score), 0),
      coalesce(sum(mine.score < theirs.score), 0) FROM mine JOIN theirs USING (puzzle_day, puzzle_key)
    """

  func answer(from rows: any TableReader) throws(DatabaseError) -> Comparison {
    var comparison = Comparison()
    let found = try rows.all(Self.pairs, first.number, second.number, game, max(0, limit)) { row in
      (day: row.number(), mine: row.integer(), theirs: row.integer())
    }
    for pair in found {
      guard let mine = try rows.results(of: first, in: [pair.mine]).first,
        let theirs = try rows.results(of: second, in: [pair.theirs]).first
      else { continue }
      comparison.days.append(Comparison.Day(day: pair.day, first: mine, second: theirs))
    }
    _ = try rows.first(Self.sums, first.number, second.number, game) { row in
      comparison.played = row.number()
      comparison.firstWins = row.number()
      comparison.secondWins = row.number()
    }
    return comparison
  }
}

/// Head to head over all dailies that both have finished.
struct Comparison: Sendable {
  /// A daily that both players have finished.
  struct Day: Hashable, Sendable {
    /// The puzzle's day.
    var day: Int
    var first: StoredResult
    var second: StoredResult
  }

  /// The newest of them.
  var days: [Day] = []
  /// Dailies that both have finished.
  var played = 0
  /// Dailies in which the first player's score was greater.
  var firstWins = 0
  /// Dailies in which the second player's score was greater.
  var secondWins = 0
}
