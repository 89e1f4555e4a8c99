import GameKit
import Kernel
import WireProtocol

/// What is counted of a player's results.
struct CountsExport: ExportSource {
  func keys(of player: Int64, after key: Int64, in rows: any TableReader) throws(DatabaseError) -> [Int64] {
    key < 0 ? [0] : []
  }

  func records(of player: Int64, _ key: Int64, in rows: any TableReader) throws(DatabaseError) -> [[UInt8]] {
    let tallies = try rows.all(
      "SELECT game, played, won, streak, best_streak FROM tally WHERE player = ?", player
    ) { row in
      JSONWriter.record("statistics") { json in
        json.field("game", row.text())
        for key in ["played", "won", "streak", "best_streak"] as [StaticString] { json.field(key, row.number()) }
      }
    }
    let tries = try rows.all("SELECT game, tries, count FROM distribution WHERE player = ?", player) { row in
      JSONWriter.record("tries") { json in
        json.field("game", row.text())
        for key in ["tries", "count"] as [StaticString] { json.field(key, row.number()) }
      }
    }
    let standings = try rows.all(
      "SELECT game, mode, period, day, played, won, score FROM standing WHERE player = ?", player
    ) { row in
      JSONWriter.record("standing") { json in
        json.field("game", row.text())
        json.field("mode", row.text())
        for key in ["period", "day", "played", "won", "points"] as [StaticString] { json.field(key, row.number()) }
      }
    }
    return tallies + tries + standings
  }
}

/// Matches on boards of a player's own, or on boards that several share.
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
  /// The match, with what a player has played in it and the player's result.
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
