internal import GameKit
internal import Kernel
internal import Names
internal import ParlorCore

/// Players, and what is theirs alone: follows their documents.
struct PlayerTable {
  private let store: Statement
  private let name: Statement
  private let markAsBot: Statement
  private let visit: Statement
  private let setToken: Statement
  private let lines: Statement
  private let row: Statement
  private let lapsed: Statement
  private let passersBy: Statement
  private let newest: Statement
  private let keepNumber: Statement
  private let forget: Statement

  init(_ database: Database, _ forms: [DocumentForm]) throws(DatabaseError) {
    // What a player has made, besides being there.
    let own = forms.filter { ![PlayerDocument.number, VisitDocument.number].contains($0.number) }.ofPlayers
    store = try database.prepare(
      """
      INSERT INTO player (id, name, folded, is_guest, is_bot, has_token, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded, is_guest = excluded.is_guest,
        is_bot = excluded.is_bot, has_token = excluded.has_token, seen_at = excluded.seen_at
      """)
    name = try database.prepare("UPDATE player SET name = ?2, folded = ?3, is_guest = 0 WHERE id = ?1")
    markAsBot = try database.prepare("UPDATE player SET is_bot = 1 WHERE id = ?")
    visit = try database.prepare("UPDATE player SET seen_at = max(seen_at, ?2) WHERE id = ?1")
    setToken = try database.prepare("UPDATE player SET has_token = ?2 WHERE id = ?1")
    lines = try database.prepare(
      """
      SELECT key, number, packed, line, \(CheckedTable.documentLine.isDamaged) IS TRUE FROM document_line
      WHERE kind = \(PlayerDocument.number) ORDER BY key, number
      """)
    row = try database.prepare("SELECT name, folded, is_guest FROM player WHERE id = ?")
    // A row at a time: to gather all who have ever played takes longer than the rest of a start.
    lapsed = try database.prepare(
      """
      SELECT id FROM player WHERE seen_at < ?1 AND (is_guest OR (
        NOT EXISTS (SELECT 1 FROM result WHERE result.player = player.id)
        AND NOT EXISTS (SELECT 1 FROM share WHERE share.player = player.id)
        AND NOT EXISTS (
          SELECT 1 FROM document_line AS line WHERE line.kind IN (\(own)) AND line.key = player.id)
        AND NOT EXISTS (SELECT 1 FROM match WHERE match.player = player.id)
        AND NOT EXISTS (SELECT 1 FROM participant WHERE participant.player = player.id)))
      ORDER BY id
      """)
    passersBy = try database.prepare(
      "SELECT id FROM player WHERE seen_at < ? AND is_guest AND NOT has_token ORDER BY id LIMIT ?")
    newest = try database.prepare("SELECT seen_at FROM player ORDER BY seen_at DESC LIMIT 1")
    keepNumber = try database.prepare(
      """
      INSERT INTO meta (name, value) VALUES ('last_number', ?)
      ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)
      """)
    forget = try database.prepare("DELETE FROM player WHERE id = ?")
  }

  /// Follows a line of a document, of whatever kind it is.
  func follow(_ line: DocumentLine) throws(DatabaseError) {
    guard line.document.kind == PlayerDocument.number, let fact = PlayerDocument.fact(of: line) else { return }
    let id = line.document.key
    switch fact {
    case .kept(let player):
      try store.run(
        id, player.name, player.folded, player.isGuest, player.isBot, !player.tokens.isEmpty,
        player.seenAt.milliseconds)
    case .named(let text): try name.run(id, text, PlayerName.fold(text))
    case .markedAsBot: try markAsBot.run(id)
    case .visited(let time): try visit.run(id, time.milliseconds)
    // Of guests alone it matters, and theirs end all at once.
    case .tokenGiven, .tokensEnded: try setToken.run(id, fact != .tokensEnded)
    case .tokenEnded, .passwordSet, .themeChosen, .rated, .forgotten: break
    }
  }

  /// The row goes. Its number is kept first, since it must never become another player's.
  func forget(_ player: PlayerID) throws(DatabaseError) {
    try keepNumber.run(player.number)
    try forget.run(player.number)
  }

  /// Everybody, by number. Of a player whose document has lost a line the name alone is known.
  func all() throws(DatabaseError) -> [StoredPlayer] {
    var found: [StoredPlayer] = []
    var lost: [PlayerID] = []
    var (present, rows): (Int64, [DocumentRow]) = (0, [])
    func fold() {
      guard !rows.isEmpty else { return }
      let (state, isWhole) = PlayerDocument.fold(rows.filter { !$0.isDamaged }.map(\.line), of: present)
      if isWhole, rows.areWhole, let state { found.append(state) } else { lost.append(PlayerID(present)) }
      rows.removeAll(keepingCapacity: true)
    }
    // A player at a time: the lines of all take much more memory than the players.
    _ = try lines.all { row in
      let key = row.integer()
      if key != present { fold() }
      present = key
      rows.append(DocumentRow(&row))
    }
    fold()
    guard !lost.isEmpty else { return found }
    for player in lost { if let damaged = try damaged(player) { found.append(damaged) } }
    return found.sorted { $0.id < $1.id }
  }

  private func damaged(_ id: PlayerID) throws(DatabaseError) -> StoredPlayer? {
    try row.first(id.number) { row in
      let (name, folded, isGuest) = (row.text(), row.text(), row.bool())
      let never = Instant(milliseconds: 0)
      // One of the two may be damaged as well: what others must not take is what it looks like.
      let isSound = isGuest || PlayerName.fold(name) == folded
      var player = StoredPlayer(
        id: id, name: isSound ? name : folded, isGuest: isGuest, isBot: false, createdAt: never, seenAt: never)
      player.isDamaged = true
      return player
    }
  }

  /// Players last seen before a given time who are guests, or have a name but never played.
  func lapsed(before time: Instant) throws(DatabaseError) -> [PlayerID] {
    try lapsed.all(time.milliseconds) { row in PlayerID(row.integer()) }
  }
}

extension PlayerTable {
  /// Guests last seen before a given time who can never come back: the first of them.
  func passersBy(before time: Instant, limit: Int) throws(DatabaseError) -> [PlayerID] {
    try passersBy.all(time.milliseconds, limit) { row in PlayerID(row.integer()) }
  }

  /// When anybody was last seen.
  func newestVisit() throws(DatabaseError) -> Instant? {
    try newest.first { row in Instant(milliseconds: row.integer()) }
  }
}
