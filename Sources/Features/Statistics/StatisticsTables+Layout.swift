extension StatisticsTables {
  /// - `tally`, `distribution`: the statistics, a row per player and game, updated with each ranked result, so that the
  ///   number of results does not matter.
  /// - `standing`: the leaderboards, a row per player, game, mode and period, with an index in the leaderboard's order.
  ///   `day` is 0 except for days. `kind` is 0 for guests, 1 for people, 2 for bots: copied from the player, so that a
  ///   page is one range of the index. `has_place` says whether there are enough games for a place by average score: 1
  ///   in a day, 3 in a week, 10 in all (``BoardPeriod/leastGames``).
  /// - `week`: the last day of the current week's rows, by game.
  static let layout = """
    CREATE TABLE tally (
      player INTEGER NOT NULL,
      game TEXT NOT NULL,
      played INTEGER NOT NULL,
      won INTEGER NOT NULL,
      streak INTEGER NOT NULL,
      best_streak INTEGER NOT NULL,
      won_day INTEGER,
      lost_day INTEGER,
      checksum INTEGER,
      PRIMARY KEY (player, game)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE distribution (
      player INTEGER NOT NULL,
      game TEXT NOT NULL,
      tries INTEGER NOT NULL,
      count INTEGER NOT NULL,
      checksum INTEGER,
      PRIMARY KEY (player, game, tries)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE standing (
      player INTEGER NOT NULL,
      game TEXT NOT NULL,
      mode TEXT NOT NULL,
      period INTEGER NOT NULL,
      day INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      played INTEGER NOT NULL,
      won INTEGER NOT NULL,
      score INTEGER NOT NULL,
      average REAL GENERATED ALWAYS AS (CAST(score AS REAL) / played) VIRTUAL,
      has_place INTEGER GENERATED ALWAYS AS (played >= CASE period WHEN 0 THEN 10 WHEN 1 THEN 3 ELSE 1 END) VIRTUAL,
      checksum INTEGER,
      PRIMARY KEY (player, game, mode, period, day)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX standing_board
      ON standing (game, mode, period, day, kind, has_place DESC, average DESC, played DESC, player);

    CREATE TABLE week (
      game TEXT PRIMARY KEY,
      last_day INTEGER NOT NULL,
      checksum INTEGER
    ) STRICT, WITHOUT ROWID;
    """
}
