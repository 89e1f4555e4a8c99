import Kernel
import ParlorCore

/// The best players of a period in a mode: named players, people or bots, by average score. Those with fewer games than
/// the period requires (``BoardPeriod/leastGames``) come last; ties go to more games, then to who came first.
struct LeaderboardQuery: StoredQuery {
  let game: String
  let mode: String
  let period: BoardPeriod
  let today: Int
  /// Whether bots are listed instead of people.
  let bots: Bool
  let limit: Int

  /// A page of a leaderboard, read from one range of the index.
  static let sql = """
    SELECT player.name, standing.played, standing.won, standing.score
    FROM standing INDEXED BY standing_board JOIN player ON player.id = standing.player
    WHERE standing.game = ? AND standing.mode = ? AND standing.period = ? AND standing.day = ? AND standing.kind = ?
    ORDER BY standing.has_place DESC, standing.average DESC, standing.played DESC, standing.player LIMIT ?
    """

  private static let sums = """
    SELECT player.name, sum(played), sum(won), sum(score)
    FROM standing JOIN player ON player.id = standing.player
    WHERE game = ? AND mode = ? AND period = \(BoardPeriod.day.rawValue) AND day BETWEEN ? AND ? AND kind = ?
    GROUP BY standing.player
    ORDER BY sum(played) >= \(BoardPeriod.week.leastGames) DESC, CAST(sum(score) AS REAL) / sum(played) DESC,
      sum(played) DESC, standing.player LIMIT ?
    """

  func answer(from rows: any TableReader) throws(DatabaseError) -> [LeaderboardEntry] {
    // Months exist for claims, which have leaderboards of their own.
    if period == .month { return [] }
    let kind = (bots ? BoardKind.bot : .person).rawValue
    if period == .week, try rows.first(StandingTable.lastDay, game, read: { row in row.number() }) != today {
      // The week's rows are those of another day: nothing could be written since, or the clock was set back, and then
      // the first days of that week may be missing.
      let first = today &- (BoardPeriod.weekDays - 1)
      return try rows.all(Self.sums, game, mode, first, today, kind, max(0, limit), read: LeaderboardEntry.init)
    }
    let day = period == .day ? today : 0
    return try rows.all(
      Self.sql, game, mode, period.rawValue, day, kind, max(0, limit), read: LeaderboardEntry.init)
  }
}
