import GameKit
package import Kernel

/// The open matches of a room except boards of the day, the oldest first.
package struct OpenMatchesQuery: StoredQuery {
  package let room: Int64

  package init(room: Int64) { self.room = room }

  package func answer(from rows: any TableReader) throws(DatabaseError) -> [StoredMatchHistory] {
    var found: [StoredMatchHistory] = []
    for id in try rows.keys("SELECT id FROM match WHERE room = ? AND is_open = 1 AND day IS NULL ORDER BY id", room) {
      if let match = try rows.match(id) { found.append(match) }
    }
    return found
  }
}

/// Where the open boards of the day of a room are stored, the oldest first: from the index alone.
package struct OpenDayBoardsQuery: StoredQuery {
  package let room: Int64

  package init(room: Int64) { self.room = room }

  package func answer(from rows: any TableReader) throws(DatabaseError) -> [StoredDayBoard] {
    let sql = """
      SELECT id, player, day FROM match WHERE room = ? AND is_open = 1 AND day IS NOT NULL AND player IS NOT NULL
      ORDER BY day, player
      """
    return try rows.all(sql, room) { row in
      StoredDayBoard(match: row.integer(), player: PlayerID(row.integer()), day: row.number())
    }
  }
}

/// Matches with their stored moves.
package struct MatchHistoriesQuery: StoredQuery {
  package let matches: [Int64]

  package init(matches: [Int64]) { self.matches = matches }

  package func answer(from rows: any TableReader) throws(DatabaseError) -> [StoredMatchHistory] {
    var found: [StoredMatchHistory] = []
    for id in matches { if let match = try rows.match(id) { found.append(match) } }
    return found
  }
}

/// Who has finished the dailies since a day.
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
