import GameKit
package import Kernel

/// The open matches of a room, the oldest first.
package struct OpenMatchesQuery: StoredQuery {
  package let room: Int64

  package init(room: Int64) { self.room = room }

  package func answer(from rows: any TableReader) throws(DatabaseError) -> [StoredMatchHistory] {
    var found: [StoredMatchHistory] = []
    for id in try rows.keys("SELECT id FROM match WHERE room = ? AND is_open = 1 ORDER BY id", room) {
      if let match = try rows.match(id) { found.append(match) }
    }
    return found
  }
}

/// Who has finished the dailies from a day on.
package struct FinishedDaysQuery: StoredQuery {
  package let first: Int

  package init(from first: Int) { self.first = first }

  package func answer(from rows: any TableReader) throws(DatabaseError) -> [StoredState.FinishedDay] {
    let sql = """
      SELECT DISTINCT game, puzzle_day, player FROM result WHERE puzzle_day >= ? ORDER BY puzzle_day, game, player
      """
    return try rows.all(sql, first) { row in
      StoredState.FinishedDay(game: row.text(), day: row.number(), player: PlayerID(row.integer()))
    }
  }
}
