internal import GameKit
internal import Kernel
internal import ParlorCore

/// Players, and what is theirs alone.
struct PlayerTable {
  private let store: Statement
  private let selectAll: Statement
  private let lapsed: Statement
  private let passersBy: Statement
  private let newest: Statement
  private let keepNumber: Statement
  private let forget: [Statement]

  init(_ database: Database, _ forms: [DocumentForm]) throws(SQLiteError) {
    store = try database.prepare(
      """
      INSERT INTO player (id, name, folded, is_guest, is_bot, token_hash, created_at, seen_at, theme, verifier, ratings)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded, is_guest = excluded.is_guest,
        is_bot = excluded.is_bot, token_hash = excluded.token_hash, created_at = excluded.created_at,
        seen_at = excluded.seen_at, theme = excluded.theme, verifier = excluded.verifier,
        ratings = excluded.ratings
      """)
    selectAll = try database.prepare(
      """
      SELECT id, name, folded, is_guest, is_bot, token_hash, created_at, seen_at, theme, verifier, ratings,
        \(CheckedTable.player.isDamaged)
      FROM player ORDER BY id
      """)
    // A row at a time: to gather all who have ever played takes longer than the rest of a start.
    lapsed = try database.prepare(
      """
      SELECT id FROM player WHERE seen_at < ?1 AND (is_guest OR (
        NOT EXISTS (SELECT 1 FROM result WHERE result.player = player.id)
        AND NOT EXISTS (SELECT 1 FROM share WHERE share.player = player.id)
        AND NOT EXISTS (
          SELECT 1 FROM document_line AS line WHERE line.kind IN (\(forms.ofPlayers)) AND line.key = player.id)
        AND NOT EXISTS (SELECT 1 FROM match WHERE match.player = player.id)
        AND id NOT IN (SELECT move.player FROM match JOIN move ON move.match = match.id WHERE match.player IS NULL)))
      ORDER BY id
      """)
    passersBy = try database.prepare(
      "SELECT id FROM player WHERE seen_at < ? AND is_guest AND token_hash IS NULL ORDER BY id LIMIT ?")
    newest = try database.prepare("SELECT seen_at FROM player ORDER BY seen_at DESC LIMIT 1")
    keepNumber = try database.prepare(
      """
      INSERT INTO meta (name, value)
      SELECT 'last_number', max(?1, coalesce((SELECT max(id) FROM match WHERE player = ?1), 0)) WHERE true
      ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)
      """)
    var statements: [Statement] = []
    for sql in [
      "DELETE FROM result WHERE player = ?", "DELETE FROM match WHERE player = ?",
      "DELETE FROM tally WHERE player = ?", "DELETE FROM distribution WHERE player = ?",
      "DELETE FROM standing WHERE player = ?", "DELETE FROM player WHERE id = ?",
    ] {
      statements.append(try database.prepare(sql))
    }
    forget = statements
  }

  func store(_ player: StoredPlayer) throws(SQLiteError) {
    try store.run(
      player.id.number, player.name, player.folded, player.isGuest, player.isBot, player.tokenHash,
      player.createdAt.milliseconds, player.seenAt.milliseconds, player.theme, player.verifier,
      player.ratings.isEmpty ? nil : player.ratings.text)
  }

  /// The row, results, statistics and own matches with their moves go; moves in matches that belong to all stay. The
  /// greatest number is kept first, since it must never become another player's.
  func forget(_ player: PlayerID) throws(SQLiteError) {
    try keepNumber.run(player.number)
    for statement in forget { try statement.run(player.number) }
  }

  func all() throws(SQLiteError) -> [StoredPlayer] {
    try selectAll.all { row in StoredPlayer(&row) }
  }

  /// Players last seen before a given time who are guests, or have a name but never played.
  func lapsed(before time: Instant) throws(SQLiteError) -> [PlayerID] {
    try lapsed.all(time.milliseconds) { row in PlayerID(row.integer()) }
  }
}

extension PlayerTable {
  /// Guests last seen before a given time who can never come back: the first of them.
  func passersBy(before time: Instant, limit: Int) throws(SQLiteError) -> [PlayerID] {
    try passersBy.all(time.milliseconds, limit) { row in PlayerID(row.integer()) }
  }

  /// When anybody was last seen.
  func newestVisit() throws(SQLiteError) -> Instant? {
    try newest.first { row in Instant(milliseconds: row.integer()) }
  }
}

extension StoredPlayer {
  fileprivate init(_ row: inout Columns) {
    self.init(
      id: PlayerID(row.integer()), name: row.text(), folded: row.text(), isGuest: row.bool(),
      isBot: row.bool(), tokenHash: row.optionalBytes(), createdAt: Instant(milliseconds: row.integer()),
      seenAt: Instant(milliseconds: row.integer()), theme: row.text(), verifier: row.optionalText(),
      ratings: PlayerRatings(row.optionalText() ?? ""))
    isDamaged = row.bool()
  }
}
