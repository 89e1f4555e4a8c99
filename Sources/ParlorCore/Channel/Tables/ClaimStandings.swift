import GameKit
import Kernel

/// What boards of claimed results answer: a row a player, game and period, kept up to date with each claim, even one
/// that is taken back. Weeks begin on Monday, months on the first.
struct ClaimStandings {
  private let add: Statement
  private let dropEmpty: Statement
  private let changeKind: Statement
  private let nextGame: Statement
  private let dropSome: Statement
  /// The day before whose periods boards are dropped, and after which game.
  private var dropping: (today: Int, after: String)?

  /// Rows that are dropped with one commit.
  private static let stride = 50

  /// Among whom the player `?1` is counted.
  private static let kind = """
    coalesce((SELECT CASE WHEN is_guest THEN \(BoardKind.guest.rawValue) WHEN is_bot THEN \(BoardKind.bot.rawValue)
      ELSE \(BoardKind.person.rawValue) END FROM player WHERE id = ?1), \(BoardKind.guest.rawValue))
    """

  init(_ database: any TableConnection) throws(DatabaseError) {
    add = try database.prepare(
      """
      INSERT INTO claim_standing (player, game, period, start, kind, played, won, score)
      SELECT ?1, ?2, ?3, ?4, \(Self.kind), ?5, ?6, ?7 WHERE true
      ON CONFLICT (player, game, period, start) DO UPDATE
      SET played = played + excluded.played, won = won + excluded.won, score = score + excluded.score
      """)
    dropEmpty = try database.prepare(
      "DELETE FROM claim_standing WHERE player = ? AND game = ? AND period = ? AND start = ? AND played <= 0")
    changeKind = try database.prepare(
      "UPDATE claim_standing SET kind = \(Self.kind) WHERE player = ?1 AND kind <> \(Self.kind)")
    nextGame = try database.prepare("SELECT game FROM claim_standing INDEXED BY claim_board WHERE game > ? LIMIT 1")
    dropSome = try database.prepare(
      """
      DELETE FROM claim_standing WHERE (player, game, period, start) IN (
        SELECT player, game, period, start FROM claim_standing INDEXED BY claim_board
        WHERE game = ? AND period = ? AND start < ? LIMIT \(Self.stride)) RETURNING 1
      """)
  }

  /// Counts a claim once more, or once less.
  func add(_ share: StoredShare, times: Int) throws(DatabaseError) {
    for period in [BoardPeriod.all, .day, .week, .month] {
      let start = period.start(of: share.day)
      try add.run(
        share.player.number, share.game, period.rawValue, start, times, share.won ? times : 0, times &* share.score)
      if times < 0 { try dropEmpty.run(share.player.number, share.game, period.rawValue, start) }
    }
  }

  /// A guest has become a person, or a person a bot: what they have claimed counts among others now.
  func updateKind(of player: Int64) throws(DatabaseError) { try changeKind.run(player) }

  /// A day begins: boards of days, weeks and months before the last one are dropped, since nobody can ask for them.
  mutating func begin(today: Int) { dropping = (today, "") }

  /// Drops the next of them.
  mutating func dropOld() throws(DatabaseError) {
    guard let (today, after) = dropping else { return }
    guard let game = try nextGame.first(after, read: { row in row.text() }) else { return dropping = nil }
    for period in [BoardPeriod.day, .week, .month] {
      // A clock may be set back over a midnight, so that the period before stays.
      let first = period.start(of: period.start(of: today) &- 1)
      let gone = try dropSome.all(game, period.rawValue, first) { row in row.integer() }
      guard gone.count < Self.stride else { return }
    }
    dropping = (today, game)
  }
}

extension BoardPeriod {
  /// The first day of the period in which a day lies; 0 for all time. Day 1, 2026-01-01, was a Thursday.
  func start(of day: Int) -> Int {
    switch self {
    case .all: 0
    case .day: day
    case .week: day &- (((day &+ 2) % 7 &+ 7) % 7)
    case .month: Day(String(Day(number: day).text.prefix(8)) + "01")?.number ?? day
    }
  }
}

/// How boards of claimed results are read, by both connections.
struct ClaimReading {
  private let board: Statement

  init(_ database: any TableConnection) throws(DatabaseError) { board = try database.prepare(Self.sql) }

  static let sql = """
    SELECT player.name, claim_standing.played, claim_standing.won, claim_standing.score
    FROM claim_standing INDEXED BY claim_board JOIN player ON player.id = claim_standing.player
    WHERE claim_standing.game = ? AND claim_standing.period = ? AND claim_standing.start = ?
      AND claim_standing.kind = ?
    ORDER BY claim_standing.score DESC, claim_standing.played, claim_standing.player LIMIT ?
    """

  /// The best by the sum of scores, then by fewer games; where both are equal, by who was there first.
  func board(
    game: String, period: LeaderboardPeriod, today: Int, bots: Bool, limit: Int
  ) throws(DatabaseError) -> [LeaderboardEntry] {
    let period: BoardPeriod =
      switch period {
      case .day: .day
      case .week: .week
      case .month: .month
      case .all: .all
      }
    return try board.all(
      game, period.rawValue, period.start(of: today), (bots ? BoardKind.bot : .person).rawValue, max(0, limit)
    ) { row in
      LeaderboardEntry(name: row.text(), played: row.number(), won: row.number(), score: row.number())
    }
  }
}
