import GameKit
import Kernel
import ParlorCore

/// The statistics, updated with each transaction's ranked results.
struct TallyTable {
  private struct Key: Hashable {
    let player: Int64
    let game: String
  }

  /// Changed rows, and the additional counts of tries.
  private var changed: [Key: (tally: Tally, tries: [Int: Int])] = [:]
  private let database: any TableConnection

  init(_ database: any TableConnection) { self.database = database }

  /// A transaction begins: unwritten changes of the one before are void.
  mutating func begin() { changed.removeAll(keepingCapacity: true) }

  /// Counts a ranked result.
  mutating func add(_ result: StoredResult, puzzleDay: Int?) throws(DatabaseError) {
    let key = Key(player: result.player.number, game: result.game)
    if changed[key] == nil {
      changed[key] = (try database.first(Tally.sql, key.player, key.game) { row in Tally(&row) } ?? Tally(), [:])
    }
    changed[key]?.tally.add(won: result.won, day: puzzleDay)
    if result.won, let tries = result.tries { changed[key]?.tries[tries, default: 0] += 1 }
  }

  /// Writes the changes.
  mutating func write() throws(DatabaseError) {
    for (key, row) in changed.sorted(by: { ($0.key.player, $0.key.game) < ($1.key.player, $1.key.game) }) {
      let tally = row.tally
      try database.run(
        """
        INSERT OR REPLACE INTO tally (player, game, played, won, streak, best_streak, won_day, lost_day)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, key.player, key.game, tally.played, tally.won, tally.streak, tally.bestStreak, tally.wonDay, tally.lostDay)
      for (tries, times) in row.tries.sorted(by: { $0.key < $1.key }) {
        try database.run(
          """
          INSERT INTO distribution (player, game, tries, count) VALUES (?, ?, ?, ?)
          ON CONFLICT (player, game, tries) DO UPDATE SET count = count + excluded.count
          """, key.player, key.game, tries, times)
      }
    }
    begin()
  }
}
