extension Schema {
  /// Players and matches.
  ///
  /// - `meta`: single values by name.
  /// - `player`: what is looked up of players' documents. `has_token` is about guests: one with a token can come back.
  /// - `match`: what is looked up of matches' documents.
  /// - `participant`: who has moved in or finished a match on a board that several share.
  /// - Numbers of players refer to nothing: rooms and players go before their matches do.
  static let playTables = """
    CREATE TABLE meta (
      name TEXT PRIMARY KEY,
      value ANY NOT NULL,
      checksum INTEGER
    ) STRICT, WITHOUT ROWID;
    INSERT INTO meta (name, value, checksum) VALUES ('position', 0, fingerprint('position', 0));

    CREATE TABLE player (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      folded TEXT NOT NULL UNIQUE,
      is_guest INTEGER NOT NULL,
      is_bot INTEGER NOT NULL,
      has_token INTEGER NOT NULL,
      seen_at INTEGER NOT NULL,
      checksum INTEGER
    ) STRICT;

    CREATE TABLE match (
      id INTEGER PRIMARY KEY,
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
    CREATE INDEX match_open ON match (room) WHERE is_open = 1;
    CREATE INDEX match_player ON match (player);
    CREATE INDEX match_round ON match (room, round) WHERE round IS NOT NULL;

    CREATE TABLE participant (
      match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
      player INTEGER NOT NULL,
      checksum INTEGER,
      PRIMARY KEY (match, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX participant_player ON participant (player, match);
    """
}
