import GameKit
import Kernel
import ParlorCore

/// The leaderboards: a row per player, game, mode and period, updated with each transaction's ranked results.
///
/// Summing a week's results takes time proportional to their number; reading the best of sorted rows takes time
/// proportional to the page. The current week's rows cover the seven days up to `week.last_day`: a new day subtracts
/// the results of the days that leave the week.
struct StandingTable {
  private struct Key: Hashable {
    let player: Int64
    let game: String
    let mode: String
    let period: Int
    let day: Int

    var order: (Int64, String, String, Int, Int) { (player, game, mode, period, day) }
  }

  /// The transaction's additions to rows.
  private var sums: [Key: (played: Int, won: Int, score: Int)] = [:]
  /// The last days of weeks that the transaction has read, by game.
  private var lastDays: [String: Int] = [:]
  private let database: any TableConnection

  /// The last day of a game's current week.
  static let lastDay = "SELECT last_day FROM week WHERE game = ?"

  private static let sum = """
    INSERT INTO standing (player, game, mode, period, day, kind, played, won, score)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (player, game, mode, period, day) DO UPDATE
    SET played = played + excluded.played, won = won + excluded.won, score = score + excluded.score
    """

  /// Subtracts a day's results from the current week.
  private static let takeOff = """
    UPDATE standing SET played = standing.played - old.played, won = standing.won - old.won,
      score = standing.score - old.score
    FROM (SELECT player, mode, sum(played) AS played, sum(won) AS won, sum(score) AS score FROM standing
      WHERE game = ?1 AND period = \(BoardPeriod.day.rawValue) AND day < ?2 GROUP BY player, mode) AS old
    WHERE standing.player = old.player AND standing.mode = old.mode AND game = ?1
      AND period = \(BoardPeriod.week.rawValue) AND day = 0
    """

  init(_ database: any TableConnection) { self.database = database }

  /// A transaction begins: unwritten changes of the one before are void.
  mutating func begin() {
    sums.removeAll(keepingCapacity: true)
    lastDays.removeAll(keepingCapacity: true)
  }

  /// Counts a ranked result.
  mutating func add(_ result: StoredResult) throws(DatabaseError) {
    let last = try begin(day: result.day, of: result.game)
    add(result, .all, day: 0)
    // Results of a clock that was set back may be too late for the week.
    guard result.day > last &- BoardPeriod.weekDays else { return }
    add(result, .day, day: result.day)
    add(result, .week, day: 0)
  }

  private mutating func add(_ result: StoredResult, _ period: BoardPeriod, day: Int) {
    let key = Key(
      player: result.player.number, game: result.game, mode: result.mode, period: period.rawValue, day: day)
    func count(in sum: inout (played: Int, won: Int, score: Int)) {
      sum.played += 1
      sum.won += result.won ? 1 : 0
      sum.score &+= result.score
    }
    count(in: &sums[key, default: (0, 0, 0)])
  }

  /// Writes the changes.
  mutating func write() throws(DatabaseError) {
    var (kind, player) = (BoardKind.guest, Int64?.none)
    for (key, sum) in sums.sorted(by: { $0.key.order < $1.key.order }) {
      if key.player != player { (kind, player) = (try self.kind(of: PlayerID(key.player)), key.player) }
      try database.run(
        Self.sum, key.player, key.game, key.mode, key.period, key.day, kind.rawValue, sum.played, sum.won, sum.score)
    }
    sums.removeAll(keepingCapacity: true)
  }

  /// Moves a player's results to another kind: a guest has become a person, or a person a bot.
  func updateKind(of player: Int64) throws(DatabaseError) {
    let kind = try kind(of: PlayerID(player)).rawValue
    try database.run("UPDATE standing SET kind = ?2 WHERE player = ?1 AND kind <> ?2", player, kind)
  }

  /// A day begins: each game's current week ends with it, so that its leaderboard is read and not summed.
  mutating func begin(day: Int) throws(DatabaseError) {
    let games = try database.all("SELECT game FROM week ORDER BY game") { row in row.text() }
    for game in games { try begin(day: day, of: game) }
  }

  /// Moves the current week's end to a day, unless it ends later already.
  ///
  /// - Returns: the last day of the week now.
  @discardableResult
  mutating func begin(day: Int, of game: String) throws(DatabaseError) -> Int {
    if lastDays[game] == nil { lastDays[game] = try database.first(Self.lastDay, game) { row in row.number() } }
    if let last = lastDays[game], last >= day { return last }
    // Unwritten results of the earlier week are to be subtracted too.
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
