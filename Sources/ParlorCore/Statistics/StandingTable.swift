import GameKit
import Kernel

/// What `leaderboard` answers: a row a player, game, mode and period, kept up to date with each transaction's ranked
/// results.
///
/// Summing up a week's results takes as long as there are results in it; reading the best of rows that are in order
/// already takes as long as a page. The present week's rows cover the seven days up to `week.last_day`: when a new day
/// begins, what was played on the days that leave the week is subtracted again.
struct StandingTable {
  private struct Key: Hashable {
    let player: Int64
    let game: String
    let mode: String
    let period: Int
    let day: Int

    var order: (Int64, String, String, Int, Int) { (player, game, mode, period, day) }
  }

  /// What the transaction adds to rows.
  private var sums: [Key: (played: Int, won: Int, score: Int)] = [:]
  /// The last days of weeks as the transaction has found them, by game.
  private var lastDays: [String: Int] = [:]
  private let add: Statement
  private let kindOf: Statement
  private let changeKind: Statement
  private let games: Statement
  private let lastDay: Statement
  private let setLastDay: Statement
  private let takeOff: Statement
  private let dropEmpty: Statement
  private let dropDays: Statement

  init(_ database: any TableConnection) throws(DatabaseError) {
    add = try database.prepare(
      """
      INSERT INTO standing (player, game, mode, period, day, kind, played, won, score)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (player, game, mode, period, day) DO UPDATE
      SET played = played + excluded.played, won = won + excluded.won, score = score + excluded.score
      """)
    kindOf = try database.prepare("SELECT is_guest, is_bot FROM player WHERE id = ?")
    changeKind = try database.prepare("UPDATE standing SET kind = ?2 WHERE player = ?1 AND kind <> ?2")
    games = try database.prepare("SELECT game FROM week ORDER BY game")
    lastDay = try database.prepare("SELECT last_day FROM week WHERE game = ?")
    setLastDay = try database.prepare("INSERT OR REPLACE INTO week (game, last_day) VALUES (?, ?)")
    takeOff = try database.prepare(
      """
      UPDATE standing SET played = standing.played - old.played, won = standing.won - old.won,
        score = standing.score - old.score
      FROM (SELECT player, mode, sum(played) AS played, sum(won) AS won, sum(score) AS score FROM standing
        WHERE game = ?1 AND period = \(BoardPeriod.day.rawValue) AND day < ?2 GROUP BY player, mode) AS old
      WHERE standing.player = old.player AND standing.mode = old.mode AND game = ?1
        AND period = \(BoardPeriod.week.rawValue) AND day = 0
      """)
    dropEmpty = try database.prepare(
      "DELETE FROM standing WHERE game = ? AND period = \(BoardPeriod.week.rawValue) AND day = 0 AND played <= 0")
    dropDays = try database.prepare(
      "DELETE FROM standing WHERE game = ? AND period = \(BoardPeriod.day.rawValue) AND day < ?")
  }

  /// A transaction begins: what one before has not written counts no more.
  mutating func begin() {
    sums.removeAll(keepingCapacity: true)
    lastDays.removeAll(keepingCapacity: true)
  }

  /// Counts a ranked result.
  mutating func add(_ result: StoredResult) throws(DatabaseError) {
    let last = try begin(day: result.day, of: result.game)
    add(result, .all, day: 0)
    // A clock that was set back brings results of days whose rows are already gone: those come too late.
    guard result.day > last &- BoardPeriod.weekDays else { return }
    add(result, .day, day: result.day)
    add(result, .week, day: 0)
  }

  private mutating func add(_ result: StoredResult, _ period: BoardPeriod, day: Int) {
    let key = Key(
      player: result.player.number, game: result.game, mode: result.mode, period: period.rawValue, day: day)
    var sum = sums[key] ?? (0, 0, 0)
    sum.played += 1
    sum.won += result.won ? 1 : 0
    sum.score &+= result.score
    sums[key] = sum
  }

  /// Writes what was counted.
  mutating func write() throws(DatabaseError) {
    var (kind, player) = (BoardKind.guest, Int64?.none)
    for (key, sum) in sums.sorted(by: { $0.key.order < $1.key.order }) {
      if key.player != player { (kind, player) = (try self.kind(of: PlayerID(key.player)), key.player) }
      try add.run(
        key.player, key.game, key.mode, key.period, key.day, kind.rawValue, sum.played, sum.won, sum.score)
    }
    sums.removeAll(keepingCapacity: true)
  }

  /// A guest has become a person, or a person a bot: what they have played comes along.
  func updateKind(of player: Int64) throws(DatabaseError) {
    try changeKind.run(player, try kind(of: PlayerID(player)).rawValue)
  }

  /// A day begins: the present week of each game ends with it, so that its board is read and not summed up.
  mutating func begin(day: Int) throws(DatabaseError) {
    for game in try games.all(read: { row in row.text() }) { try begin(day: day, of: game) }
  }

  /// Lets the present week end with a day, unless it already ends with that or a later one.
  ///
  /// - Returns: the last day of the week now.
  @discardableResult
  mutating func begin(day: Int, of game: String) throws(DatabaseError) -> Int {
    if lastDays[game] == nil { lastDays[game] = try lastDay.first(game) { row in row.number() } }
    if let last = lastDays[game], last >= day { return last }
    // What the week before has counted is to be taken off as well.
    try write()
    lastDays[game] = day
    let first = day &- (BoardPeriod.weekDays - 1)
    try takeOff.run(game, first)
    try dropEmpty.run(game)
    try dropDays.run(game, first)
    try setLastDay.run(game, day)
    return day
  }

  private func kind(of player: PlayerID) throws(DatabaseError) -> BoardKind {
    try kindOf.first(player.number) { row in BoardKind(isGuest: row.bool(), isBot: row.bool()) } ?? .guest
  }
}

/// How boards are read, by both connections.
struct StandingReading {
  private let lastDay: Statement
  private let board: Statement
  private let sum: Statement

  init(_ database: any TableConnection) throws(DatabaseError) {
    lastDay = try database.prepare("SELECT last_day FROM week WHERE game = ?")
    board = try database.prepare(Self.boardSQL)
    sum = try database.prepare(
      """
      SELECT player.name, sum(played), sum(won), sum(score)
      FROM standing JOIN player ON player.id = standing.player
      WHERE game = ? AND mode = ? AND period = \(BoardPeriod.day.rawValue) AND day BETWEEN ? AND ? AND kind = ?
      GROUP BY standing.player
      ORDER BY sum(played) >= \(LeaderboardPeriod.week.leastGames) DESC, CAST(sum(score) AS REAL) / sum(played) DESC,
        sum(played) DESC, standing.player LIMIT ?
      """)
  }

  /// A page of a board, which is read from one place of the index.
  static let boardSQL = """
    SELECT player.name, standing.played, standing.won, standing.score
    FROM standing INDEXED BY standing_board JOIN player ON player.id = standing.player
    WHERE standing.game = ? AND standing.mode = ? AND standing.period = ? AND standing.day = ? AND standing.kind = ?
    ORDER BY standing.has_place DESC, standing.average DESC, standing.played DESC, standing.player LIMIT ?
    """

  /// Those with enough games first; the best by average score, then by games played; where both are equal, by who was
  /// there first.
  func leaderboard(
    game: String, mode: String, period: LeaderboardPeriod, today: Int, bots: Bool, limit: Int
  ) throws(DatabaseError) -> [LeaderboardEntry] {
    let kind = (bots ? BoardKind.bot : .person).rawValue
    let limit = max(0, limit)
    switch period {
    case .all: return try board.all(game, mode, BoardPeriod.all.rawValue, 0, kind, limit, read: LeaderboardEntry.init)
    case .day:
      return try board.all(game, mode, BoardPeriod.day.rawValue, today, kind, limit, read: LeaderboardEntry.init)
    // Months are those of claimed results, which have boards of their own.
    case .month: return []
    case .week:
      if try lastDay.first(game, read: { row in row.number() }) == today {
        return try board.all(game, mode, BoardPeriod.week.rawValue, 0, kind, limit, read: LeaderboardEntry.init)
      }
      // The week's rows are those of another day: nothing could be written since, or the clock was set back, and
      // then the first days of that week may be gone.
      let first = today &- (BoardPeriod.weekDays - 1)
      return try sum.all(game, mode, first, today, kind, limit, read: LeaderboardEntry.init)
    }
  }
}

extension LeaderboardEntry {
  fileprivate init(_ row: inout Columns) {
    self.init(name: row.text(), played: row.number(), won: row.number(), score: row.number())
  }
}
