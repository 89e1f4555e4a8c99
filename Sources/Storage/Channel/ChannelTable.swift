internal import GameKit
internal import Kernel
internal import ParlorCore
internal import WireProtocol

/// What was shared, and how it was answered: follows the documents of shared results.
struct ChannelTable {
  private let insert: Statement
  private let remove: Statement
  private let one: Statement
  private let react: Statement
  private let takeBack: Statement
  private let forget: [Statement]
  private let lastShare: Statement
  private let naming: Statement
  private let claims: ClaimStandings
  private let line = JSONDocument()

  init(_ database: Database) throws(SQLiteError) {
    insert = try database.prepare(
      """
      INSERT INTO share (id, player, game, match, claim, day, won, score, body, shared_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    remove = try database.prepare("DELETE FROM share WHERE id = ?")
    one = try database.prepare("SELECT \(ChannelReading.columns) FROM share WHERE id = ?")
    // A result that is gone meanwhile leaves nothing to react to.
    react = try database.prepare(
      """
      INSERT INTO reaction (share, player, emoji) SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM share WHERE id = ?1)
      ON CONFLICT (share, player) DO UPDATE SET emoji = excluded.emoji
      """)
    takeBack = try database.prepare("DELETE FROM reaction WHERE share = ? AND player = ?")
    var statements: [Statement] = []
    for sql in [
      "DELETE FROM reaction WHERE player = ?", "DELETE FROM claim_standing WHERE player = ?",
      "DELETE FROM share WHERE player = ?",
    ] {
      statements.append(try database.prepare(sql))
    }
    forget = statements
    lastShare = try database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'share'")
    naming = try database.prepare("SELECT share FROM reaction WHERE player = ? ORDER BY share")
    claims = try ClaimStandings(database)
  }

  /// Follows a line of a document, of whatever kind it is.
  func follow(_ line: DocumentLine) throws(SQLiteError) {
    guard line.document.kind == ShareDocument.number, let fact = ShareDocument.fact(of: line.bytes, with: self.line)
    else { return }
    let id = line.document.key
    switch fact {
    case .shared(let share):
      try insert.run(
        share.id, share.player.number, share.game, share.match, share.claim, share.day, share.won, share.score,
        share.body, share.sharedAt.milliseconds)
      if share.claim != nil { try claims.add(share, times: 1) }
    case .withdrawn:
      guard let share = try one.first(id, read: { row in StoredShare(&row) }) else { return }
      if share.claim != nil { try claims.add(share, times: -1) }
      try remove.run(id)
    case .reacted(let player, let reaction):
      if let reaction {
        try react.run(id, player.number, reaction.rawValue)
      } else {
        try takeBack.run(id, player.number)
      }
    }
  }

  /// The documents of others in which a player is named.
  func documents(naming player: PlayerID) throws(SQLiteError) -> [DocumentID] {
    try naming.all(player.number) { row in DocumentID(kind: ShareDocument.number, key: row.integer()) }
  }

  /// Everything that a player has shared, claimed and reacted with goes.
  func forget(_ player: PlayerID) throws(SQLiteError) {
    for statement in forget { try statement.run(player.number) }
  }

  /// What a player has claimed now counts among players of another kind.
  func change(_ player: PlayerID, to kind: Kind) throws(SQLiteError) { try claims.change(player, to: kind) }

  /// The greatest number that any shared result has or had.
  func last() throws(SQLiteError) -> Int64 { try lastShare.first { row in row.integer() } ?? 0 }
}
