import GameKit
package import Kernel

/// Answers questions about the channel.
package final class ChannelReading: IndexReading {
  private let pages: [Page: Statement]
  private let seen: Statement
  private let reactions: Statement
  private let ofMatch: Statement
  private let claim: Statement
  private let lastFinished: Statement
  private let lastInRoom: Statement
  private let oneFinished: Statement
  private let withText: Statement
  private let roundFinished: Statement
  private let roundMoved: Statement
  private let claimedToday: Statement
  private let claims: ClaimReading
  private let matches: MatchReading

  /// The columns that `StoredShare` reads.
  package static let columns = """
    share.id, share.player, share.game, share.match, share.claim, share.day, share.won, share.score, share.body,
    share.shared_at
    """

  /// Which index a page is read from: each is in the page's order, so that reading a page takes no longer than the page
  /// is long.
  enum Page: CaseIterable {
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
        SELECT \(ChannelReading.columns), \(ChannelReading.company)
        FROM share \(index) CROSS JOIN player ON player.id = share.player
        WHERE share.id < ?2 AND \(condition) ORDER BY share.id DESC LIMIT ?6
        """
    }
  }

  /// What `SeenShare` reads as well; `?1` is the viewer.
  private static let company = """
    player.name, player.is_bot,
    (SELECT emoji FROM reaction WHERE reaction.share = share.id AND reaction.player = ?1)
    """

  package init(_ database: any TableReader) throws(DatabaseError) {
    matches = try MatchReading(database)
    var statements: [Page: Statement] = [:]
    for page in Page.allCases { statements[page] = try database.prepare(page.sql) }
    pages = statements
    seen = try database.prepare(
      """
      SELECT \(Self.columns), \(Self.company) FROM share JOIN player ON player.id = share.player WHERE share.id = ?2
      """)
    reactions = try database.prepare("SELECT emoji, count(*) FROM reaction WHERE share = ? GROUP BY emoji")
    ofMatch = try database.prepare("SELECT id FROM share WHERE player = ? AND match = ?")
    claim = try database.prepare("SELECT id FROM share WHERE player = ? AND game = ? AND claim = ?")
    lastFinished = try database.prepare(
      "SELECT match FROM result WHERE player = ? ORDER BY finished_at DESC, match DESC LIMIT 1")
    lastInRoom = try database.prepare(
      """
      SELECT result.match FROM result INDEXED BY result_finished CROSS JOIN match ON match.id = result.match
      WHERE result.player = ? AND match.room = ? ORDER BY result.finished_at DESC, result.match DESC LIMIT 1
      """)
    oneFinished = try database.prepare("SELECT match FROM result WHERE player = ? AND match = ?")
    withText = try database.prepare(
      """
      SELECT match FROM result
      WHERE player = ? AND share IN (fingerprint(?), fingerprint(?), fingerprint(?), fingerprint(?))
      ORDER BY finished_at DESC, match DESC LIMIT 1
      """)
    roundFinished = try database.prepare(
      """
      SELECT EXISTS (SELECT 1 FROM match JOIN result ON result.match = match.id AND result.player = ?1
        WHERE match.room = ?2 AND match.round = ?3)
      """)
    // A match is stored with its first move; that of a shared board is nobody's.
    roundMoved = try database.prepare(
      """
      SELECT EXISTS (SELECT 1 FROM match WHERE match.room = ?2 AND match.round = ?3 AND (match.player = ?1
        OR EXISTS (SELECT 1 FROM participant WHERE participant.match = match.id AND participant.player = ?1)))
      """)
    claimedToday = try database.prepare(
      """
      SELECT count(*) FROM share INDEXED BY share_player
      WHERE player = ?1 AND game = ?2 AND day = ?3 AND claim IS NOT NULL
      """)
    claims = try ClaimReading(database)
  }

  package func answer(to question: any Sendable) throws(DatabaseError) -> (any Sendable)? {
    guard case .channel(let query) = question as? Query else { return nil }
    return QueryAnswer.channel(try answer(to: query))
  }

  private func answer(to query: ChannelQuery) throws(DatabaseError) -> ChannelAnswer {
    switch query {
    case .finished(let player, let wanted):
      guard let match = try match(wanted, of: player.number) else { return .finished(nil, share: nil) }
      let share = try ofMatch.first(player.number, match) { row in row.integer() }
      return .finished(try matches.whole(match), share: share)
    case .share(let id, let viewer): return .share(try share(id, viewer))
    case .page(let filter, let before, let limit, let viewer):
      return try page(filter, before: before, limit: max(0, min(limit, Int(Int32.max))), viewer)
    case .claim(let player, let game, let puzzle, let today):
      let earlier = try claim.first(player.number, game, puzzle) { row in row.integer() }
      let count = try claimedToday.first(player.number, game, today) { row in row.integer() }
      return .claim(earlier, today: Int(count ?? 0))
    case .board(let game, let period, let today, let bots, let limit):
      return .board(try claims.board(game: game, period: period, today: today, bots: bots, limit: limit))
    }
  }

  private func match(_ wanted: FinishedMatch, of player: Int64) throws(DatabaseError) -> Int64? {
    switch wanted {
    case .last: return try lastFinished.first(player) { row in row.integer() }
    case .lastInRoom(let room): return try lastInRoom.first(player, room) { row in row.integer() }
    case .match(let match): return try oneFinished.first(player, match) { row in row.integer() }
    case .text(let texts):
      let four = (0..<4).map { $0 < texts.count ? texts[$0] : texts.last ?? "" }
      return try withText.first(player, four[0], four[1], four[2], four[3]) { row in row.integer() }
    }
  }

  private func share(_ id: Int64, _ viewer: PlayerID) throws(DatabaseError) -> SharedMatch? {
    guard
      var seen = try seen.first(
        viewer.number, id, read: { row in SeenShare(&row) })
    else { return nil }
    seen.reactions = try reactions(to: id)
    let history = try seen.share.match.flatMap { match throws(DatabaseError) in try matches.whole(match) }
    var (finished, moved) = (false, false)
    if let match = history?.match, let round = match.round {
      finished = try roundFinished.first(viewer.number, match.room, round) { row in row.bool() } ?? false
      moved = try roundMoved.first(viewer.number, match.room, round) { row in row.bool() } ?? false
    }
    return SharedMatch(seen: seen, history: history, viewerHasFinished: finished, viewerHasMoved: moved)
  }

  private func page(
    _ filter: ShareFilter, before: Int64?, limit: Int, _ viewer: PlayerID
  ) throws(DatabaseError) -> ChannelAnswer {
    let page: Page =
      switch (filter.player, filter.game, filter.day) {
      case (.some, _, _): .player
      case (nil, .some, .some): .gameOfDay
      case (nil, .some, nil): .game
      case (nil, nil, .some): .day
      case (nil, nil, nil): .all
      }
    guard let statement = pages[page] else { return .page([], more: false) }
    var found = try statement.all(
      viewer.number, before ?? .max, filter.game, filter.day, filter.player?.number, limit + 1
    ) { row in SeenShare(&row) }
    let more = found.count > limit
    if more { found.removeLast() }
    for index in found.indices { found[index].reactions = try reactions(to: found[index].share.id) }
    return .page(found, more: more)
  }

  private func reactions(to share: Int64) throws(DatabaseError) -> [String: Int] {
    var counts: [String: Int] = [:]
    for (emoji, count) in try reactions.all(
      share, read: { row in (row.text(), row.number()) })
    {
      counts[emoji] = count
    }
    return counts
  }
}

extension StoredShare {
  /// Reads ``ChannelReading/columns``.
  package init(_ row: inout Columns) {
    self.init(
      id: row.integer(), player: PlayerID(row.integer()), game: row.text(), match: row.optionalInteger(),
      claim: row.optionalNumber(), day: row.number(), won: row.bool(), score: row.number(), body: row.bytes(),
      sharedAt: Instant(milliseconds: row.integer()))
  }
}

extension SeenShare {
  fileprivate init(_ row: inout Columns) {
    self.init(
      share: StoredShare(&row), name: row.text(), isBot: row.bool(), reactions: [:],
      own: row.optionalText())
  }
}
