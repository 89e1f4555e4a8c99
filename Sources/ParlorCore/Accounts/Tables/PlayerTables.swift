import GameKit
package import Kernel
import Names

/// The index of players, which follows their documents.
///
/// - `player`: a row per player. `has_token` is for guests: one with a token can return. Numbers are never reused
///   (`AUTOINCREMENT`), since a number must never become another player's.
package final class PlayerTables: IndexTables {
  package static let layout = """
    CREATE TABLE player (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      folded TEXT NOT NULL UNIQUE,
      is_guest INTEGER NOT NULL,
      is_bot INTEGER NOT NULL,
      has_token INTEGER NOT NULL,
      seen_at INTEGER NOT NULL,
      checksum INTEGER
    ) STRICT;
    """

  package static let counted = [(noun: "players", table: "player")]

  private static let store = """
    INSERT INTO player (id, name, folded, is_guest, is_bot, has_token, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded, is_guest = excluded.is_guest,
      is_bot = excluded.is_bot, has_token = excluded.has_token, seen_at = excluded.seen_at
    """

  private let database: any TableConnection
  private var lapse: Lapse

  package init(_ database: any TableConnection, _ forms: [DocumentForm]) {
    (self.database, lapse) = (database, Lapse(database, forms))
  }

  package func follow(_ line: DocumentLine, at position: Int) throws(DatabaseError) {
    switch line.document.kind {
    case PlayerDocument.number:
      if let fact = PlayerDocument.fact(of: line) { try follow(fact, of: line.document.key) }
    case ServerDocument.number:
      guard case .guestsLapse(let now, let present) = ServerDocument.fact(of: line) else { return }
      try lapse.begin(now: now, except: present)
    default: break
    }
  }

  private func follow(_ fact: PlayerFact, of id: Int64) throws(DatabaseError) {
    switch fact {
    case .kept(let player):
      try database.run(
        Self.store, id, player.name, player.folded, player.isGuest, player.isBot, !player.tokens.isEmpty,
        player.seenAt.milliseconds)
    case .named(let text):
      try database.run(
        "UPDATE player SET name = ?2, folded = ?3, is_guest = 0 WHERE id = ?1", id, text, PlayerName.fold(text))
    case .nicknamed(let text):
      try database.run(
        "UPDATE player SET name = ?2, folded = ?3 WHERE id = ?1 AND is_guest", id, text,
        StoredPlayer.folded(guest: text, id))
    case .markedAsBot: try database.run("UPDATE player SET is_bot = 1 WHERE id = ?", id)
    case .visited(let time):
      try database.run("UPDATE player SET seen_at = max(seen_at, ?2) WHERE id = ?1", id, time.milliseconds)
    // It only matters for guests, whose tokens all end at once.
    case .tokenGiven, .tokensEnded:
      try database.run("UPDATE player SET has_token = ?2 WHERE id = ?1", id, fact != .tokensEnded)
    case .tokenEnded, .passwordSet, .themeChosen, .rated, .forgotten: break
    }
  }

  package func outdated(atStart now: Int64, notingTime: Bool) throws(DatabaseError) -> [DocumentID] {
    try lapse.atStart(now: Instant(milliseconds: now), notingTime: notingTime).map(PlayerDocument.id)
  }

  package func continueWork() throws(DatabaseError) -> [DocumentID] { try lapse.next().map(PlayerDocument.id) }

  package func documents(naming player: Int64) throws(DatabaseError) -> [DocumentID] { [] }

  package func forget(_ player: Int64) throws(DatabaseError) {
    try database.run("DELETE FROM player WHERE id = ?", player)
  }

  package func lastKey() throws(DatabaseError) -> Int64 {
    try database.keys("SELECT seq FROM sqlite_sequence WHERE name = 'player'").first ?? 0
  }
}

/// All players, by number. Of a damaged player only the name is known.
package struct PlayersQuery: StoredQuery {
  package init() {}

  package func answer(from rows: any TableReader) throws(DatabaseError) -> [StoredPlayer] {
    var found: [StoredPlayer] = []
    var lost: [Int64] = []
    try rows.forEachDocument(of: PlayerDocument.number) { id, document in
      if !document.isDamaged, let player = document.state as? StoredPlayer {
        found.append(player)
      } else {
        lost.append(id)
      }
    }
    guard !lost.isEmpty else { return found }
    for id in lost { if let player = try damaged(id, in: rows) { found.append(player) } }
    return found.sorted { $0.id < $1.id }
  }

  private func damaged(_ id: Int64, in rows: any TableReader) throws(DatabaseError) -> StoredPlayer? {
    try rows.first("SELECT name, folded, is_guest FROM player WHERE id = ?", id) { row in
      let (name, folded, isGuest) = (row.text(), row.text(), row.bool())
      let never = Instant(milliseconds: 0)
      // One of the two may be damaged: the name must stay taken by what it looks like.
      let isSound = isGuest || PlayerName.fold(name) == folded
      var player = StoredPlayer(
        id: PlayerID(id), name: isSound ? name : folded, isGuest: isGuest, isBot: false, createdAt: never,
        seenAt: never)
      player.isDamaged = true
      return player
    }
  }
}
