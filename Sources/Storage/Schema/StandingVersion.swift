extension Schema {
  /// Leaderboards by mode, `standing.mode`, made anew from the results. `has_place` says whether there are enough games
  /// for a place by average score: 1 in a day, 3 in a week, 10 in all (``LeaderboardPeriod/leastGames``).
  static let standingVersion = """
    DROP TABLE standing;
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
      PRIMARY KEY (player, game, mode, period, day)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX standing_board
      ON standing (game, mode, period, day, kind, has_place DESC, average DESC, played DESC, player);

    CREATE TEMP TABLE ranked AS
      SELECT result.player, game, mode, day, won, score,
        CASE WHEN is_guest THEN 0 WHEN is_bot THEN 2 ELSE 1 END AS kind
      FROM result JOIN player ON player.id = result.player WHERE is_ranked;
    INSERT INTO standing (player, game, mode, period, day, kind, played, won, score)
      SELECT player, game, mode, 0, 0, kind, count(*), sum(won), sum(score) FROM ranked GROUP BY player, game, mode;
    INSERT INTO standing (player, game, mode, period, day, kind, played, won, score)
      SELECT player, game, mode, 1, 0, kind, count(*), sum(won), sum(score) FROM ranked JOIN week USING (game)
      WHERE day > last_day - 7 GROUP BY player, game, mode;
    INSERT INTO standing (player, game, mode, period, day, kind, played, won, score)
      SELECT player, game, mode, 2, day, kind, count(*), sum(won), sum(score) FROM ranked JOIN week USING (game)
      WHERE day > last_day - 7 GROUP BY player, game, mode, day;
    DROP TABLE ranked;
    """
}
