import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// The index of shared results and reactions, which follows their documents.
final class ChannelTables: IndexTables {
  private let database: any TableConnection
  private var claims: ClaimStandings
  private var retention: Retention

  init(_ database: any TableConnection, _: [DocumentForm]) {
    self.database = database
    claims = ClaimStandings(database)
    retention = Retention(database, "share", of: ShareDocument.number, since: "shared_at", if: "claim IS NOT NULL")
  }

  static let counted = [(noun: "shares", table: "share")]
  static let traces = ["share"]

  static var exports: [any ExportSource] { [ShareExport(), ReactionExport(), ClaimsExport()] }

  func follow(_ line: DocumentLine, at position: Int) throws(DatabaseError) {
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

  func continueWork() throws(DatabaseError) -> [DocumentID] {
    try claims.dropOld()
    return try retention.next()
  }

  /// A result is deleted with its match. The count of a claim stays.
  func delete(_ document: DocumentID) throws(DatabaseError) {
    switch document.kind {
    case ShareDocument.number: try database.run("DELETE FROM share WHERE id = ?", document.key)
    case MatchDocument.number: try database.run("DELETE FROM share WHERE match = ?", document.key)
    default: break
    }
  }

  private func follow(_ fact: ShareFact, of id: Int64) throws(DatabaseError) {
    switch fact {
    case .shared(let share):
      try database.run(
        """
        INSERT INTO share (id, player, game, match, claim, day, won, score, body, shared_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, share.id, share.player.number, share.game, share.match, share.claim, share.day, share.won, share.score,
        share.content.bytes, share.sharedAt.milliseconds)
      if share.claim != nil { try claims.add(share, times: 1) }
    case .withdrawn:
      guard let share = try database.first(StoredShare.one, id, read: { row in StoredShare(&row) }) else { return }
      if share.claim != nil { try claims.add(share, times: -1) }
      try database.run("DELETE FROM share WHERE id = ?", id)
    case .reacted(let player, nil):
      try database.run("DELETE FROM reaction WHERE share = ? AND player = ?", id, player.number)
    case .reacted(let player, let reaction?):
      // A result that is deleted meanwhile has no reactions.
      try database.run(
        """
        INSERT INTO reaction (share, player, emoji) SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM share WHERE id = ?1)
        ON CONFLICT (share, player) DO UPDATE SET emoji = excluded.emoji
        """, id, player.number, reaction.rawValue)
    }
  }

  func documents(naming player: Int64) throws(DatabaseError) -> [DocumentID] {
    try database.keys("SELECT share FROM reaction WHERE player = ? ORDER BY share", player).map {
      DocumentID(kind: ShareDocument.number, key: $0)
    }
  }

  /// Deletes a player's shares, claims and reactions.
  func forget(_ player: Int64) throws(DatabaseError) {
    for table in ["reaction", "claim_standing", "share"] {
      try database.run("DELETE FROM \(table) WHERE player = ?", player)
    }
  }

  func lastKey() throws(DatabaseError) -> Int64 {
    try database.keys("SELECT seq FROM sqlite_sequence WHERE name = 'share'").first ?? 0
  }
}
