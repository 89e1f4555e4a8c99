import GameKit
import Kernel
import ParlorCore

/// The leaderboards of claims: a row per player, game and period, updated with each claim, also a withdrawn one. Weeks
/// begin on Monday, months on the first.
struct ClaimStandings {
  private let database: any TableConnection
  /// The present day, whose outdated periods are dropped, and the last game done.
  private var dropping: (today: Int, after: String)?

  /// Rows dropped with one commit.
  private static let stride = 50

  /// The kind of the player `?1`.
  private static let kind = """
    coalesce((SELECT CASE WHEN is_guest THEN \(BoardKind.guest.rawValue) WHEN is_bot THEN \(BoardKind.bot.rawValue)
      ELSE \(BoardKind.person.rawValue) END FROM player WHERE id = ?1), \(BoardKind.guest.rawValue))
    """

  private static let sum = """
    INSERT INTO claim_standing (player, game, period, start, kind, played, won, score)
    SELECT ?1, ?2, ?3, ?4, \(kind), ?5, ?6, ?7 WHERE true
    ON CONFLICT (player, game, period, start) DO UPDATE
    SET played = played + excluded.played, won = won + excluded.won, score = score + excluded.score
    """

  private static let changeKind =
    "UPDATE claim_standing SET kind = \(kind) WHERE player = ?1 AND kind <> \(kind)"

  private static let dropSome = """
    DELETE FROM claim_standing WHERE (player, game, period, start) IN (
      SELECT player, game, period, start FROM claim_standing INDEXED BY claim_board
      WHERE game = ? AND period = ? AND start < ? LIMIT \(stride)) RETURNING 1
    """

  init(_ database: any TableConnection) { self.database = database }

  /// Counts a claim once more, or once less.
  func add(_ share: StoredShare, times: Int) throws(DatabaseError) {
    for period in [BoardPeriod.all, .day, .week, .month] {
      let start = period.start(of: share.day)
      try database.run(
        Self.sum, share.player.number, share.game, period.rawValue, start, times, share.won ? times : 0,
        times &* share.score)
      guard times < 0 else { continue }
      try database.run(
        "DELETE FROM claim_standing WHERE player = ? AND game = ? AND period = ? AND start = ? AND played <= 0",
        share.player.number, share.game, period.rawValue, start)
    }
  }

  /// Moves a player's claims to another kind: a guest has become a person, or a person a bot.
  func updateKind(of player: Int64) throws(DatabaseError) { try database.run(Self.changeKind, player) }

  /// Begins a day: leaderboards of days, weeks and months before the previous one are dropped, since no request reads
  /// them.
  mutating func begin(today: Int) { dropping = (today, "") }

  /// Drops the next of them.
  mutating func dropOld() throws(DatabaseError) {
    guard let (today, after) = dropping else { return }
    let next = "SELECT game FROM claim_standing INDEXED BY claim_board WHERE game > ? LIMIT 1"
    guard let game = try database.first(next, after, read: { row in row.text() }) else { return dropping = nil }
    for period in [BoardPeriod.day, .week, .month] {
      // A clock may be set back over a midnight, so the previous period stays.
      let first = period.start(of: period.start(of: today) &- 1)
      let gone = try database.keys(Self.dropSome, game, period.rawValue, first)
      guard gone.count < Self.stride else { return }
    }
    dropping = (today, game)
  }
}
