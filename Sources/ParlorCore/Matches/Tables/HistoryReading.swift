import GameKit
import Kernel

/// Single results of players: what they have played, and against whom. They are found in their table, and read from
/// their matches.
struct HistoryReading {
  private let ofPlayer: Statement
  private let ofGame: Statement
  private let finish: Statement
  private let pairs: Statement
  private let summary: Statement
  private let puzzles: Statement
  private let ofDays: Statement
  private let matches: MatchReading

  init(_ database: any TableConnection, _ matches: MatchReading) throws(DatabaseError) {
    self.matches = matches
    let page = "AND (finished_at, match) < (?, ?) ORDER BY finished_at DESC, match DESC LIMIT ?"
    ofPlayer = try database.prepare("SELECT match FROM result WHERE player = ? \(page)")
    ofGame = try database.prepare("SELECT match FROM result WHERE player = ? AND game = ? \(page)")
    finish = try database.prepare("SELECT finished_at FROM result WHERE match = ? AND player = ?")
    // Whoever played a day's puzzle in several rooms is counted by the first.
    let dailies = """
      WITH mine AS (SELECT puzzle_day, puzzle_key, min(match) AS match, score FROM result
          WHERE player = ?1 AND game = ?3 AND puzzle_day IS NOT NULL GROUP BY puzzle_day, puzzle_key),
        theirs AS (SELECT puzzle_day, puzzle_key, min(match) AS match, score FROM result
          WHERE player = ?2 AND game = ?3 AND puzzle_day IS NOT NULL GROUP BY puzzle_day, puzzle_key)
      """
    pairs = try database.prepare(
      """
      \(dailies) SELECT puzzle_day, mine.match, theirs.match FROM mine JOIN theirs USING (puzzle_day, puzzle_key)
      ORDER BY puzzle_day DESC, mine.match DESC LIMIT ?4
      """)
    summary = try database.prepare(
      """
      \(dailies) SELECT count(*), coalesce(sum(mine.score > theirs.score), 0),
        coalesce(sum(mine.score < theirs.score), 0) FROM mine JOIN theirs USING (puzzle_day, puzzle_key)
      """)
    ofDays = try database.prepare(
      """
      SELECT match FROM result INDEXED BY result_daily
      WHERE player = ? AND game = ? AND puzzle_day BETWEEN ? AND ? ORDER BY puzzle_day, match
      """)
    puzzles = try database.prepare("SELECT DISTINCT game, puzzle_key FROM match WHERE player = ? AND day IS NULL")
  }

  /// The puzzles that a player has had on boards of the player's own in rounds. Practice that left out a daily that has
  /// been begun would name it.
  func puzzles(of player: Int64) throws(DatabaseError) -> [HadPuzzle] {
    try puzzles.all(player) { row in
      HadPuzzle(game: row.text(), key: PuzzleKey(row.text()))
    }
  }

  /// The dailies of a game that a player has finished, on the puzzles of these days.
  func dailies(of player: Int64, game: String, days: ClosedRange<Int>) throws(DatabaseError) -> [StoredResult] {
    try results(ofDays.all(player, game, days.lowerBound, days.upperBound) { row in row.integer() }, of: player)
  }

  /// A page of results, that which was finished last first, and whether there are more. The order of two results stays,
  /// so that a page follows on the one before it whatever is finished meanwhile.
  ///
  /// - Parameter before: the last result of the page before; none follow on one that is not there.
  func history(
    of player: PlayerID, game: String?, before: Int64?, limit: Int
  ) throws(DatabaseError) -> (results: [StoredResult], more: Bool) {
    let limit = max(0, min(limit, Int(Int32.max)))
    var time = Int64.max
    if let before {
      guard let finished = try finish.first(before, player.number, read: { row in row.integer() }) else {
        return ([], false)
      }
      time = finished
    }
    let found =
      if let game {
        try ofGame.all(player.number, game, time, before ?? .max, limit + 1) { row in row.integer() }
      } else {
        try ofPlayer.all(player.number, time, before ?? .max, limit + 1) { row in row.integer() }
      }
    return (try results(found.prefix(limit), of: player.number), found.count > limit)
  }

  private func results(_ found: some Sequence<Int64>, of player: Int64) throws(DatabaseError) -> [StoredResult] {
    var results: [StoredResult] = []
    for match in found {
      if let result = try matches.result(of: PlayerID(player), in: match) { results.append(result) }
    }
    return results
  }

  /// Dailies that both have finished, the newest first, and how often each did better.
  func comparison(
    _ first: PlayerID, _ second: PlayerID, game: String, limit: Int
  ) throws(DatabaseError) -> (compared: [ComparedResult], summary: ComparisonSummary) {
    var compared: [ComparedResult] = []
    let found = try pairs.all(first.number, second.number, game, max(0, limit)) { row in
      (day: row.number(), mine: row.integer(), theirs: row.integer())
    }
    for pair in found {
      guard let mine = try matches.result(of: first, in: pair.mine),
        let theirs = try matches.result(of: second, in: pair.theirs)
      else { continue }
      compared.append(ComparedResult(day: pair.day, first: mine, second: theirs))
    }
    let total = try summary.first(first.number, second.number, game) { row in
      var summary = ComparisonSummary()
      summary.played = row.number()
      summary.firstWins = row.number()
      summary.secondWins = row.number()
      return summary
    }
    return (compared, total ?? ComparisonSummary())
  }
}
