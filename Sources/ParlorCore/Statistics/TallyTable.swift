import GameKit
import Kernel

/// What `statistics` answers, kept up to date with each transaction's ranked results.
struct TallyTable {
  private struct Key: Hashable {
    let player: Int64
    let game: String
  }

  /// Rows as the transaction has changed them, and how often it counts tries.
  private var changed: [Key: (tally: Tally, tries: [Int: Int])] = [:]
  private let replace: Statement
  private let count: Statement
  private let reading: TallyReading

  init(_ database: any TableConnection) throws(DatabaseError) {
    replace = try database.prepare(
      """
      INSERT OR REPLACE INTO tally (player, game, played, won, streak, best_streak, won_day, lost_day)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    count = try database.prepare(
      """
      INSERT INTO distribution (player, game, tries, count) VALUES (?, ?, ?, ?)
      ON CONFLICT (player, game, tries) DO UPDATE SET count = count + excluded.count
      """)
    reading = try TallyReading(database)
  }

  /// A transaction begins: what one before has not written counts no more.
  mutating func begin() { changed.removeAll(keepingCapacity: true) }

  /// Counts a ranked result.
  mutating func add(_ result: StoredResult, puzzleDay: Int?) throws(DatabaseError) {
    let key = Key(player: result.player.number, game: result.game)
    if changed[key] == nil { changed[key] = (try reading.tally(of: key.player, in: key.game), [:]) }
    changed[key]?.tally.add(won: result.won, day: puzzleDay)
    if result.won, let tries = result.tries { changed[key]?.tries[tries, default: 0] += 1 }
  }

  /// Writes what was counted.
  mutating func write() throws(DatabaseError) {
    for (key, row) in changed.sorted(by: { ($0.key.player, $0.key.game) < ($1.key.player, $1.key.game) }) {
      let tally = row.tally
      try replace.run(
        key.player, key.game, tally.played, tally.won, tally.streak, tally.bestStreak, tally.wonDay, tally.lostDay)
      for (tries, times) in row.tries.sorted(by: { $0.key < $1.key }) {
        try count.run(key.player, key.game, tries, times)
      }
    }
    begin()
  }
}

/// How tallies are read, by both connections.
struct TallyReading {
  private let read: Statement
  private let distribution: Statement

  init(_ database: any TableConnection) throws(DatabaseError) {
    read = try database.prepare(
      "SELECT played, won, streak, best_streak, won_day, lost_day FROM tally WHERE player = ? AND game = ?")
    distribution = try database.prepare(
      "SELECT tries, count FROM distribution WHERE player = ? AND game = ? ORDER BY tries")
  }

  /// A player's row, or that of one who has not played.
  func tally(of player: Int64, in game: String) throws(DatabaseError) -> Tally {
    try read.first(player, game) { row in
      Tally(
        played: row.number(), won: row.number(), streak: row.number(), bestStreak: row.number(),
        wonDay: row.optionalNumber(), lostDay: row.optionalNumber())
    } ?? Tally()
  }

  /// What a player is told.
  func statistics(of player: Int64, in game: String, today: Int) throws(DatabaseError) -> PlayerStatistics {
    let tally = try tally(of: player, in: game)
    var statistics = PlayerStatistics()
    statistics.played = tally.played
    statistics.won = tally.won
    statistics.streak = tally.streak(on: today)
    statistics.bestStreak = tally.bestStreak
    var (sum, number) = (0.0, 0)
    for (tries, count) in try distribution.all(player, game, read: { row in (row.number(), row.number()) }) {
      statistics.distribution[tries] = count
      sum += Double(tries) * Double(count)
      number += count
    }
    statistics.average = number > 0 ? sum / Double(number) : nil
    return statistics
  }
}
