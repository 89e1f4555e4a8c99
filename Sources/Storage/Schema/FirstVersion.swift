extension Schema {
  /// Version 1.
  ///
  /// - `meta`: single values by name.
  /// - `room`, `player`, `match`, `move`, `result`, `event`: the records of the same names. Numbers of players stay
  ///   in `move` and `match` when a player is forgotten, so those columns refer to nothing; rooms go before their
  ///   matches do.
  /// - `used_puzzle`: what a room has dealt and does not deal again.
  /// - `result.puzzle_day`, `puzzle_key`: for dailies, copied from the match, so that comparing needs no join.
  /// - `tally`, `distribution`: what `statistics` answers, a row a player and game, kept up to date with each
  ///   ranked result. A player with a million results is answered as fast as one with ten.
  /// - `standing`: what `leaderboard` answers, a row a player, game and period, in an index in the board's order.
  ///   `day` is 0 but for days. `kind` is 0 for guests, 1 for people, 2 for bots: copied from the player, so that
  ///   a board's page is read from one place of the index.
  /// - `week`: up to which day the rows of the present week reach, by game.
  ///
  /// Tables whose key is all that finds their rows have no second key (`WITHOUT ROWID`).
  static let firstVersion = """
    CREATE TABLE meta (
      name TEXT PRIMARY KEY,
      value ANY NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE player (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      folded TEXT NOT NULL UNIQUE,
      is_guest INTEGER NOT NULL,
      is_bot INTEGER NOT NULL,
      token_hash BLOB,
      created_at INTEGER NOT NULL,
      seen_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE room (
      number INTEGER PRIMARY KEY,
      folded TEXT NOT NULL UNIQUE,
      body BLOB NOT NULL
    ) STRICT;

    CREATE TABLE used_puzzle (
      room INTEGER NOT NULL REFERENCES room (number),
      puzzle_key TEXT NOT NULL,
      PRIMARY KEY (room, puzzle_key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE event (
      room INTEGER NOT NULL REFERENCES room (number),
      last INTEGER NOT NULL,
      first INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (room, last)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE match (
      id INTEGER PRIMARY KEY,
      room INTEGER NOT NULL,
      game TEXT NOT NULL,
      mode TEXT NOT NULL,
      puzzle_key TEXT NOT NULL,
      puzzle BLOB NOT NULL,
      settings BLOB NOT NULL,
      day INTEGER,
      round INTEGER,
      player INTEGER,
      is_ranked INTEGER NOT NULL,
      is_open INTEGER NOT NULL,
      started_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX match_open ON match (room) WHERE is_open = 1;
    CREATE INDEX match_player ON match (player);

    CREATE TABLE move (
      match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      player INTEGER NOT NULL,
      move BLOB NOT NULL,
      elapsed INTEGER NOT NULL,
      move_id TEXT,
      seq INTEGER NOT NULL,
      state_hash INTEGER NOT NULL,
      PRIMARY KEY (match, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE result (
      match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
      player INTEGER NOT NULL,
      game TEXT NOT NULL,
      mode TEXT NOT NULL,
      day INTEGER NOT NULL,
      won INTEGER NOT NULL,
      tries INTEGER,
      score INTEGER NOT NULL,
      elapsed INTEGER NOT NULL,
      is_ranked INTEGER NOT NULL,
      share TEXT NOT NULL,
      secret BLOB NOT NULL,
      finished_at INTEGER NOT NULL,
      puzzle_day INTEGER,
      puzzle_key TEXT,
      PRIMARY KEY (match, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX result_history ON result (player, match);
    CREATE INDEX result_game ON result (player, game, match);
    CREATE INDEX result_daily ON result (player, game, puzzle_day, puzzle_key, match, score)
      WHERE puzzle_day IS NOT NULL;
    CREATE INDEX result_day ON result (puzzle_day, game, player) WHERE puzzle_day IS NOT NULL;

    CREATE TABLE tally (
      player INTEGER NOT NULL,
      game TEXT NOT NULL,
      played INTEGER NOT NULL,
      won INTEGER NOT NULL,
      streak INTEGER NOT NULL,
      best_streak INTEGER NOT NULL,
      won_day INTEGER,
      lost_day INTEGER,
      PRIMARY KEY (player, game)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE distribution (
      player INTEGER NOT NULL,
      game TEXT NOT NULL,
      tries INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (player, game, tries)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE standing (
      player INTEGER NOT NULL,
      game TEXT NOT NULL,
      period INTEGER NOT NULL,
      day INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      played INTEGER NOT NULL,
      won INTEGER NOT NULL,
      score INTEGER NOT NULL,
      average REAL GENERATED ALWAYS AS (CAST(score AS REAL) / played) VIRTUAL,
      PRIMARY KEY (player, game, period, day)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX standing_board ON standing (game, period, day, kind, average DESC, played DESC, player);

    CREATE TABLE week (
      game TEXT PRIMARY KEY,
      last_day INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
