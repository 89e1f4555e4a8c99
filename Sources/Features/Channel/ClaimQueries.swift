import GameKit
import Kernel
import ParlorCore

/// The number of a player's claim for a puzzle, and the number of claims of the game today.
struct ClaimQuery: StoredQuery {
  let player: PlayerID
  let game: String
  let puzzle: Int
  let today: Int

  struct Answer: Hashable, Sendable {
    /// `nil` if the player has not claimed it.
    var earlier: Int64?
    var today: Int
  }

  private static let ofToday = """
    SELECT count(*) FROM share INDEXED BY share_player
    WHERE player = ?1 AND game = ?2 AND day = ?3 AND claim IS NOT NULL
    """

  func answer(from rows: any TableReader) throws(DatabaseError) -> Answer {
    let claim = "SELECT id FROM share WHERE player = ? AND game = ? AND claim = ?"
    return Answer(
      earlier: try rows.keys(claim, player.number, game, puzzle).first,
      today: try rows.first(Self.ofToday, player.number, game, today) { row in row.number() } ?? 0)
  }
}

/// The players with the most claims in a period, by the sum of scores, then by fewer games, then by who came first.
struct ClaimBoardQuery: StoredQuery {
  let game: String
  let period: BoardPeriod
  let today: Int
  /// Whether bots are listed instead of people.
  let bots: Bool
  let limit: Int

  static let sql = """
    SELECT player.name, claim_standing.played, claim_standing.won, claim_standing.score
    FROM claim_standing INDEXED BY claim_board JOIN player ON player.id = claim_standing.player
    WHERE claim_standing.game = ? AND claim_standing.period = ? AND claim_standing.start = ?
      AND claim_standing.kind = ?
    ORDER BY claim_standing.score DESC, claim_standing.played, claim_standing.player LIMIT ?
    """

  func answer(from rows: any TableReader) throws(DatabaseError) -> [LeaderboardEntry] {
    try rows.all(
      Self.sql, game, period.rawValue, period.start(of: today), (bots ? BoardKind.bot : .person).rawValue,
      max(0, limit), read: LeaderboardEntry.init)
  }
}
