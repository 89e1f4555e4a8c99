import GameKit
import Kernel
import WireProtocol

/// Matches on a player's own boards, or on shared boards.
struct MatchExport: ExportSource {
  private let sql: String

  init(_ column: String, in table: String, ordered index: String) {
    sql = """
      SELECT \(column) FROM \(table) INDEXED BY \(index)
      WHERE player = ? AND \(column) > ? ORDER BY \(column) LIMIT 64
      """
  }

  func keys(of player: Int64, after key: Int64, in rows: any TableReader) throws(DatabaseError) -> [Int64] {
    try rows.keys(sql, player, key)
  }

  func records(of player: Int64, _ key: Int64, in rows: any TableReader) throws(DatabaseError) -> [[UInt8]] {
    try rows.wholeMatch(key).map { [$0.record(of: PlayerID(player))] } ?? []
  }
}

extension StoredMatchHistory {
  /// The match, with a player's moves and result.
  fileprivate func record(of player: PlayerID) -> [UInt8] {
    JSONWriter.record("match") { json in
      json.field("match", String(match.id))
      json.field("game", match.game)
      json.field("mode", match.mode)
      json.field("day", ifPresent: match.day.map { Day(number: $0).text })
      json.field("round", ifPresent: match.round)
      json.field("started_at_ms", Int(match.startedAt.milliseconds))
      json.field("open", isOpen)
      json.list("moves", moves.filter { $0.player == player }) { move, json in
        json.field("n", move.index + 1)
        json.field("elapsed_ms", Int(move.elapsed.milliseconds))
        json.field("move", (try? JSON(parsing: move.move)).map(Match.withoutAnswer) ?? .null)
      }
      guard let result = results.first(where: { $0.player == player }) else { return }
      json.key("result")
      json.beginObject()
      json.field("won", result.won)
      json.field("tries", ifPresent: result.tries)
      json.field("points", result.score)
      json.field("elapsed_ms", Int(result.elapsed.milliseconds))
      json.field("finished_at_ms", Int(result.finishedAt.milliseconds))
      json.field("share", result.share)
      json.field("own", document: result.secret)
      json.endObject()
    }
  }
}
