extension Schema {
  /// Single values, and players.
  ///
  /// - `meta`: single values by name.
  /// - `player`: what is looked up of players' documents. `has_token` is about guests: one with a token can come back.
  static let playerTables = """
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
    """
}
