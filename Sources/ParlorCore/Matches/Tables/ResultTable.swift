import GameKit
import Kernel

/// What is looked up and compared of how matches ended, a row a player. They are written at the end of a transaction,
/// when their matches are.
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

  /// A transaction begins: what one before has not written counts no more.
  mutating func begin() { added = [] }

  mutating func add(_ result: StoredResult, at position: Int) { added.append((result, position)) }

  /// Writes what was added.
  ///
  /// - Parameters:
  ///   - position: set to that of the result that is being written.
  ///   - matches: their days count, not those on which they were finished.
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
