package import GameKit
package import Kernel

/// A player's results, the latest first. Their order is stable, so pages are consecutive whatever is finished
/// meanwhile.
package struct HistoryQuery: StoredQuery {
  package let player: PlayerID
  package let game: String?
  /// The last match of the previous page; if that does not exist, the page is empty.
  package let before: Int64?
  package let limit: Int

  package init(player: PlayerID, game: String? = nil, before: Int64? = nil, limit: Int) {
    (self.player, self.game, self.before, self.limit) = (player, game, before, limit)
  }

  package func answer(from rows: any TableReader) throws(DatabaseError) -> Page<StoredResult> {
    let limit = max(0, min(self.limit, Int(Int32.max)))
    var time = Int64.max
    if let before {
      let finish = "SELECT finished_at FROM result WHERE match = ? AND player = ?"
      guard let finished = try rows.keys(finish, before, player.number).first else { return Page([], limit: limit) }
      time = finished
    }
    let page = "AND (finished_at, match) < (?, ?) ORDER BY finished_at DESC, match DESC LIMIT ?"
    let of = "SELECT match FROM result WHERE player = ?"
    let found =
      if let game {
        try rows.keys("\(of) AND game = ? \(page)", player.number, game, time, before ?? .max, limit + 1)
      } else {
        try rows.keys("\(of) \(page)", player.number, time, before ?? .max, limit + 1)
      }
    return Page(rows: try rows.results(of: player, in: found.prefix(limit)), more: found.count > limit)
  }
}

/// A player's finished dailies of a game for these days, by day.
package struct DailiesQuery: StoredQuery {
  package let player: PlayerID
  package let game: String
  package let days: ClosedRange<Int>

  package init(player: PlayerID, game: String, days: ClosedRange<Int>) {
    (self.player, self.game, self.days) = (player, game, days)
  }

  package func answer(from rows: any TableReader) throws(DatabaseError) -> [StoredResult] {
    let sql = """
      SELECT match FROM result INDEXED BY result_daily
      WHERE player = ? AND game = ? AND puzzle_day BETWEEN ? AND ? ORDER BY puzzle_day, match
      """
    return try rows.results(
      of: player, in: rows.keys(sql, player.number, game, days.lowerBound, days.upperBound))
  }
}

/// The puzzles of a player's own boards in rounds. Practice that omitted a begun daily would reveal it.
struct HadPuzzlesQuery: StoredQuery {
  let player: PlayerID

  var scope: QueryScope { .begun(player: player.number) }

  func answer(from rows: any TableReader) throws(DatabaseError) -> [HadPuzzle] {
    try rows.all("SELECT DISTINCT game, puzzle_key FROM match WHERE player = ? AND day IS NULL", player.number) { row in
      HadPuzzle(game: row.text(), key: PuzzleKey(row.text()))
    }
  }
}

/// A puzzle that a player has had.
struct HadPuzzle: Hashable, Sendable {
  /// The game's id.
  var game: String
  /// The key of the puzzle's content.
  var key: PuzzleKey
}
