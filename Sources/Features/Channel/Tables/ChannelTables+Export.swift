import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// A player's shares and claims.
struct ShareExport: ExportSource {
  private static let sql = "SELECT \(StoredShare.columns) FROM share WHERE player = ? AND id = ?"

  func keys(of player: Int64, after key: Int64, in rows: any TableReader) throws(DatabaseError) -> [Int64] {
    try rows.keys(
      "SELECT id FROM share INDEXED BY share_player WHERE player = ? AND id > ? ORDER BY id LIMIT 64", player, key)
  }

  func records(of player: Int64, _ key: Int64, in rows: any TableReader) throws(DatabaseError) -> [[UInt8]] {
    try rows.all(Self.sql, player, key) { row in
      let share = StoredShare(&row)
      return JSONWriter.record("share") { json in
        json.field("share_id", Int(share.id))
        json.field("game", share.game)
        json.field("match", ifPresent: share.match.map { String($0) })
        json.field("claim", ifPresent: share.claim)
        json.field("day", Day(number: share.day).text)
        json.field("won", share.won)
        json.field("points", share.score)
        json.field("shared_at_ms", Int(share.sharedAt.milliseconds))
        json.field("shown", document: share.content.bytes)
      }
    }
  }
}

/// A player's reactions.
struct ReactionExport: ExportSource {
  func keys(of player: Int64, after key: Int64, in rows: any TableReader) throws(DatabaseError) -> [Int64] {
    try rows.keys(
      """
      SELECT share FROM reaction INDEXED BY reaction_player WHERE player = ? AND share > ? ORDER BY share LIMIT 64
      """, player, key)
  }

  func records(of player: Int64, _ key: Int64, in rows: any TableReader) throws(DatabaseError) -> [[UInt8]] {
    try rows.all("SELECT emoji FROM reaction WHERE player = ? AND share = ?", player, key) { row in
      JSONWriter.record("reaction") { json in
        json.field("share_id", Int(key))
        json.field("emoji", row.text())
      }
    }
  }
}

/// The counts of a player's claims.
struct ClaimsExport: ExportSource {
  func keys(of player: Int64, after key: Int64, in rows: any TableReader) throws(DatabaseError) -> [Int64] {
    key < 0 ? [0] : []
  }

  func records(of player: Int64, _ key: Int64, in rows: any TableReader) throws(DatabaseError) -> [[UInt8]] {
    try rows.all(
      "SELECT game, period, start, played, won, score FROM claim_standing WHERE player = ?", player
    ) { row in
      JSONWriter.record("claims") { json in
        json.field("game", row.text())
        for key in ["period", "start", "played", "won", "points"] as [StaticString] { json.field(key, row.number()) }
      }
    }
  }
}
