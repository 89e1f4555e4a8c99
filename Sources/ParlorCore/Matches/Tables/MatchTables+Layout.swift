extension MatchTables {
  /// Matches, results and what is counted of them.
  ///
  /// - `match`: what is looked up of matches' documents. Its numbers are never given again (`AUTOINCREMENT`).
  ///   `match_open`: a start finds all boards of the day by it, without their rows.
  /// - `match_document`: whatever deletes a row, the document is deleted with it.
  /// - `participant`: who has moved in or finished a match on a board that several share.
  /// - `result`: what is looked up and compared; the rest stands in the match's document. `share` is a fingerprint of
  ///   the text. `puzzle_day`, `puzzle_key`: for dailies, copied from the match, so that comparing needs no join.
  /// - `tally`, `distribution`: what `statistics` answers, a row a player and game, kept up to date with each ranked
  ///   result. A player with a million results is answered as fast as one with ten.
  /// - `standing`: what `leaderboard` answers, a row a player, game, mode and period, in an index in the board's order.
  ///   `day` is 0 but for days. `kind` is 0 for guests, 1 for people, 2 for bots: copied from the player, so that a
  ///   board's page is read from one place of the index. `has_place` says whether there are enough games for a place by
  ///   average score: 1 in a day, 3 in a week, 10 in all (``BoardPeriod/leastGames``).
  /// - `week`: up to which day the rows of the present week reach, by game.
  package static let layout = """
    CREATE TABLE match (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      room INTEGER NOT NULL,
      game TEXT NOT NULL,
      puzzle_key TEXT NOT NULL,
      day INTEGER,
      round INTEGER,
      player INTEGER,
      is_open INTEGER NOT NULL,
      started_at INTEGER NOT NULL,
      checksum INTEGER
    ) STRICT;
    CREATE INDEX match_open ON match (room, day, player) WHERE is_open = 1;
    CREATE INDEX match_player ON match (player);
    CREATE INDEX match_round ON match (room, round) WHERE round IS NOT NULL;

    CREATE TRIGGER match_document AFTER DELETE ON match BEGIN
      DELETE FROM appended_line WHERE kind = \(MatchDocument.number) AND key = OLD.id;
    END;

    CREATE TABLE participant (
      match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
      player INTEGER NOT NULL,
      checksum INTEGER,
      PRIMARY KEY (match, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX participant_player ON participant (player, match);

    CREATE TABLE result (
      match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
      player INTEGER NOT NULL,
      game TEXT NOT NULL,
      score INTEGER NOT NULL,
      share INTEGER NOT NULL,
      finished_at INTEGER NOT NULL,
      puzzle_day INTEGER,
      puzzle_key TEXT,
      checksum INTEGER,
      PRIMARY KEY (match, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX result_game ON result (player, game, finished_at, match);
    CREATE INDEX result_daily ON result (player, game, puzzle_day, puzzle_key, match, score)
      WHERE puzzle_day IS NOT NULL;
    CREATE INDEX result_day ON result (puzzle_day, game, player) WHERE puzzle_day IS NOT NULL;
    CREATE INDEX result_finished ON result (player, finished_at, match);

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
