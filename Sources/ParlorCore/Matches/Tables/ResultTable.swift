import GameKit
import Kernel

/// The index of results, a row per player, written at the end of a transaction with their matches.
struct ResultTable {
  private var added: [(result: StoredResult, position: Int)] = []
  private let database: any TableConnection

  private static let insert = """
    INSERT INTO result (match, player, game, score, share, finished_at, puzzle_day, puzzle_key, checksum)
    SELECT *, fingerprint(match, player, game, score, share, finished_at, puzzle_day, puzzle_key) FROM (
      SELECT ?1 AS match, ?2 AS player, ?3 AS game, ?4 AS score, fingerprint(?5) AS share, ?6 AS finished_at,
        ?7 AS puzzle_day, ?8 AS puzzle_key)
    """

  init(_ database: any TableConnection) { self.database = database }

  /// A transaction begins: unwritten changes of the one before are void.
  mutating func begin() { added = [] }

  mutating func add(_ result: StoredResult, at position: Int) { added.append((result, position)) }

  /// Writes the added rows.
  ///
  /// - Parameters:
  ///   - position: set to the index of the result that is being written.
  ///   - matches: a result counts for its match's day, not for that of its end.
  mutating func write(_ position: inout Int, _ matches: MatchTable) throws(DatabaseError) {
    defer { added = [] }
    for (result, place) in added {
      position = place
      let puzzle = result.mode == "daily" ? try matches.daily(result.match) : (nil, nil)
      try database.run(
        Self.insert, result.match, result.player.number, result.game, result.score, result.share,
        result.finishedAt.milliseconds, puzzle.0, puzzle.1)
    }
  }
}
