import GameKit
import Kernel
import ParlorCore

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
  private let database: any TableConnection

  /// Up to which day the present week of a game reaches.
  static let lastDay = "SELECT last_day FROM week WHERE game = ?"

  private static let sum = """
    INSERT INTO standing (player, game, mode, period, day, kind, played, won, score)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (player, game, mode, period, day) DO UPDATE
    SET played = played + excluded.played, won = won + excluded.won, score = score + excluded.score
    """

  /// What a day's end takes off the present week.
  private static let takeOff = """
    UPDATE standing SET played = standing.played - old.played, won = standing.won - old.won,
      score = standing.score - old.score
    FROM (SELECT player, mode, sum(played) AS played, sum(won) AS won, sum(score) AS score FROM standing
      WHERE game = ?1 AND period = \(BoardPeriod.day.rawValue) AND day < ?2 GROUP BY player, mode) AS old
    WHERE standing.player = old.player AND standing.mode = old.mode AND game = ?1
      AND period = \(BoardPeriod.week.rawValue) AND day = 0
    """

  init(_ database: any TableConnection) { self.database = database }

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
      try database.run(
        Self.sum, key.player, key.game, key.mode, key.period, key.day, kind.rawValue, sum.played, sum.won, sum.score)
    }
    sums.removeAll(keepingCapacity: true)
  }

  /// A guest has become a person, or a person a bot: what they have played comes along.
  func updateKind(of player: Int64) throws(DatabaseError) {
    let kind = try kind(of: PlayerID(player)).rawValue
    try database.run("UPDATE standing SET kind = ?2 WHERE player = ?1 AND kind <> ?2", player, kind)
  }

  /// A day begins: the present week of each game ends with it, so that its board is read and not summed up.
  mutating func begin(day: Int) throws(DatabaseError) {
    let games = try database.all("SELECT game FROM week ORDER BY game") { row in row.text() }
    for game in games { try begin(day: day, of: game) }
  }

  /// Lets the present week end with a day, unless it already ends with that or a later one.
  ///
  /// - Returns: the last day of the week now.
  @discardableResult
  mutating func begin(day: Int, of game: String) throws(DatabaseError) -> Int {
    if lastDays[game] == nil { lastDays[game] = try database.first(Self.lastDay, game) { row in row.number() } }
    if let last = lastDays[game], last >= day { return last }
    // What the week before has counted is to be taken off as well.
    try write()
    lastDays[game] = day
    let first = day &- (BoardPeriod.weekDays - 1)
    try database.run(Self.takeOff, game, first)
    try database.run(
      "DELETE FROM standing WHERE game = ? AND period = ? AND day = 0 AND played <= 0", game, BoardPeriod.week.rawValue)
    try database.run(
      "DELETE FROM standing WHERE game = ? AND period = ? AND day < ?", game, BoardPeriod.day.rawValue, first)
    try database.run("INSERT OR REPLACE INTO week (game, last_day) VALUES (?, ?)", game, day)
    return day
  }

  private func kind(of player: PlayerID) throws(DatabaseError) -> BoardKind {
    try database.first("SELECT is_guest, is_bot FROM player WHERE id = ?", player.number) { row in
      BoardKind(isGuest: row.bool(), isBot: row.bool())
    } ?? .guest
  }
}
