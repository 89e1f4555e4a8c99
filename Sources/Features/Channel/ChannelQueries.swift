import GameKit
import Kernel
import ParlorCore

/// A player's finished match, and its number in the channel if it was shared.
struct ShareableMatchQuery: StoredQuery {
  let finished: FinishedMatchQuery

  struct Answer: Sendable {
    var match: ReplayedMatch?
    var share: Int64?
  }

  func answer(from rows: any TableReader) throws(DatabaseError) -> Answer {
    guard let match = try finished.answer(from: rows) else { return Answer() }
    let sql = "SELECT id FROM share WHERE player = ? AND match = ?"
    return Answer(match: match, share: try rows.keys(sql, finished.player.number, match.history.match.id).first)
  }
}

/// A shared result with its match, for a viewer.
struct ShareQuery: StoredQuery {
  let share: Int64
  let viewer: PlayerID
  let replayer: MatchReplayer

  private static let sql = """
    SELECT \(SeenShare.columns) FROM share JOIN player ON player.id = share.player WHERE share.id = ?2
    """

  private static let roundFinished = """
    SELECT EXISTS (SELECT 1 FROM match JOIN result ON result.match = match.id AND result.player = ?1
      WHERE match.room = ?2 AND match.round = ?3)
    """

  /// A match is stored with its first move; that of a shared board is nobody's.
  private static let roundMoved = """
    SELECT EXISTS (SELECT 1 FROM match WHERE match.room = ?2 AND match.round = ?3 AND (match.player = ?1
      OR EXISTS (SELECT 1 FROM participant WHERE participant.match = match.id AND participant.player = ?1)))
    """

  func answer(from rows: any TableReader) throws(DatabaseError) -> SharedMatch? {
    guard var seen = try rows.first(Self.sql, viewer.number, share, read: { SeenShare(&$0) }) else { return nil }
    seen.reactions = try rows.reactions(to: share)
    let history = try seen.share.match.flatMap { match throws(DatabaseError) in try rows.wholeMatch(match) }
    var found = SharedMatch(seen: seen, match: history.map { replayer.replay($0) }, viewerHasFinished: false)
    if let match = history?.match, let round = match.round {
      found.viewerHasFinished =
        try rows.first(Self.roundFinished, viewer.number, match.room, round) { row in row.bool() } ?? false
      found.viewerHasMoved =
        try rows.first(Self.roundMoved, viewer.number, match.room, round) { row in row.bool() } ?? false
    }
    return found
  }
}

/// A page of the channel, the newest first, as a viewer sees it.
struct SharesQuery: StoredQuery {
  let filter: ShareFilter
  let before: Int64?
  let limit: Int
  let viewer: PlayerID

  /// The index that a page is read from: each is in the page's order, so that the time depends on the page alone.
  enum Order: CaseIterable {
    case all, game, day, gameOfDay, player

    var sql: String {
      let (index, condition) =
        switch self {
        case .all: ("", "?3 IS NULL AND ?4 IS NULL AND ?5 IS NULL")
        case .game: ("INDEXED BY share_game", "share.game = ?3 AND ?4 IS NULL AND ?5 IS NULL")
        case .day: ("INDEXED BY share_day", "?3 IS NULL AND share.day = ?4 AND ?5 IS NULL")
        case .gameOfDay: ("INDEXED BY share_game_day", "share.game = ?3 AND share.day = ?4 AND ?5 IS NULL")
        case .player:
          (
            "INDEXED BY share_player",
            "(?3 IS NULL OR share.game = ?3) AND (?4 IS NULL OR share.day = ?4) AND share.player = ?5"
          )
        }
      return """
        SELECT \(SeenShare.columns) FROM share \(index) CROSS JOIN player ON player.id = share.player
        WHERE share.id < ?2 AND \(condition) ORDER BY share.id DESC LIMIT ?6
        """
    }
  }

  func answer(from rows: any TableReader) throws(DatabaseError) -> Page<SeenShare> {
    let order: Order =
      switch (filter.player, filter.game, filter.day) {
      case (.some, _, _): .player
      case (nil, .some, .some): .gameOfDay
      case (nil, .some, nil): .game
      case (nil, nil, .some): .day
      case (nil, nil, nil): .all
      }
    let limit = max(0, min(self.limit, Int(Int32.max)))
    let found = try rows.all(
      order.sql, viewer.number, before ?? .max, filter.game, filter.day, filter.player?.number, limit + 1
    ) { row in SeenShare(&row) }
    var page = Page(found, limit: limit)
    for index in page.rows.indices {
      page.rows[index].reactions = try rows.reactions(to: page.rows[index].share.id)
    }
    return page
  }
}

/// The filter of a page of the channel; `nil` values match all.
struct ShareFilter: Hashable, Sendable {
  /// A game.
  var game: String?
  /// A player.
  var player: PlayerID?
  /// A civil day.
  var day: Int?
}

extension TableReader {
  /// The number of reactions to a result, by emoji.
  fileprivate func reactions(to share: Int64) throws(DatabaseError) -> [String: Int] {
    let sql = "SELECT emoji, count(*) FROM reaction WHERE share = ? GROUP BY emoji"
    return Dictionary(try all(sql, share) { row in (row.text(), row.number()) }) { first, _ in first }
  }
}

/// A shared result as a viewer sees it.
struct SeenShare: Hashable, Sendable {
  /// The result.
  var share: StoredShare
  /// The player's current name.
  var name: String
  /// Whether the player is a bot.
  var isBot: Bool
  /// The number of reactions, by emoji.
  var reactions: [String: Int]
  /// The viewer's reaction.
  var own: String?
}

extension SeenShare {
  /// The columns of a result and its player; `?1` is the viewer.
  fileprivate static let columns = """
    \(StoredShare.columns), player.name, player.is_bot,
    (SELECT emoji FROM reaction WHERE reaction.share = share.id AND reaction.player = ?1)
    """

  fileprivate init(_ row: inout Columns) {
    self.init(
      share: StoredShare(&row), name: row.text(), isBot: row.bool(), reactions: [:], own: row.optionalText())
  }
}

/// A shared result with its match.
struct SharedMatch: Sendable {
  /// The result.
  var seen: SeenShare
  /// The match; `nil` for a claim.
  var match: ReplayedMatch?
  /// Whether the viewer has finished that round, also on another board.
  var viewerHasFinished: Bool
  /// Whether the viewer has moved in that round, which suffices once it is over.
  var viewerHasMoved = false
}

extension StoredShare {
  /// The columns of a row of `share`.
  static let columns = """
    share.id, share.player, share.game, share.match, share.claim, share.day, share.won, share.score, share.body,
    share.shared_at
    """

  static let one = "SELECT \(columns) FROM share WHERE id = ?"

  /// Reads ``columns``.
  init(_ row: inout Columns) {
    self.init(
      id: row.integer(), player: PlayerID(row.integer()), game: row.text(), match: row.optionalInteger(),
      claim: row.optionalNumber(), day: row.number(), won: row.bool(), score: row.number(),
      content: ShareBody(row.bytes()), sharedAt: Instant(milliseconds: row.integer()))
  }
}
