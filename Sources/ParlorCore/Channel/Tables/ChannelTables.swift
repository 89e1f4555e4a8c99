import GameKit
package import Kernel
import WireProtocol

/// What was shared, and how it was answered: follows the documents of shared results.
package final class ChannelTables: IndexTables {
  private let insert: Statement
  private let remove: Statement
  private let one: Statement
  private let react: Statement
  private let takeBack: Statement
  private let forgetting: [Statement]
  private let lastShare: Statement
  private let naming: Statement
  private let removeOfMatch: Statement
  private var claims: ClaimStandings
  private var retention: Retention

  package init(_ database: any TableConnection) throws(DatabaseError) {
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
    forgetting = statements
    lastShare = try database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'share'")
    naming = try database.prepare("SELECT share FROM reaction WHERE player = ? ORDER BY share")
    removeOfMatch = try database.prepare("DELETE FROM share WHERE match = ?")
    claims = try ClaimStandings(database)
    retention = try Retention(database, "share", of: ShareDocument.number, since: "shared_at", if: "claim IS NOT NULL")
  }

  package static func reading(_ source: any TableReader) throws(DatabaseError) -> any IndexReading {
    try ChannelReading(source)
  }

  package func follow(_ line: DocumentLine, at position: Int) throws(DatabaseError) {
    switch line.document.kind {
    case ShareDocument.number:
      guard let fact = ShareDocument.fact(of: line) else { return }
      try follow(fact, of: line.document.key)
    case PlayerDocument.number:
      if PlayerDocument.changesKind(line) { try claims.updateKind(of: line.document.key) }
    case ServerDocument.number:
      guard case .day(let day, let start) = ServerDocument.fact(of: line) else { return }
      claims.begin(today: day)
      if let start { retention.begin(before: start) }
    default: break
    }
  }

  package func continueWork() throws(DatabaseError) -> [DocumentID] {
    try claims.dropOld()
    return try retention.next()
  }

  /// A result goes with its match. What is counted of a claim stays.
  package func delete(_ document: DocumentID) throws(DatabaseError) {
    switch document.kind {
    case ShareDocument.number: try remove.run(document.key)
    case MatchDocument.number: try removeOfMatch.run(document.key)
    default: break
    }
  }

  private func follow(_ fact: ShareFact, of id: Int64) throws(DatabaseError) {
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

  package func documents(naming player: Int64) throws(DatabaseError) -> [DocumentID] {
    try naming.all(player) { row in DocumentID(kind: ShareDocument.number, key: row.integer()) }
  }

  /// Deletes everything that a player has shared, claimed and reacted with.
  package func forget(_ player: Int64) throws(DatabaseError) {
    for statement in forgetting { try statement.run(player) }
  }

  package func lastKey() throws(DatabaseError) -> Int64 { try lastShare.first { row in row.integer() } ?? 0 }
}
