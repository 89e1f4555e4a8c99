import Kernel
import ParlorCore
import WireProtocol

/// The counts of a player's results.
struct StatisticsExport: ExportSource {
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
