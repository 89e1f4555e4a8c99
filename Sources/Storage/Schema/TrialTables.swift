extension Schema {
  /// Reports of trials: `number` says which are the newest.
  static let trialTables = """
    CREATE TABLE trial (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      player INTEGER NOT NULL,
      name TEXT NOT NULL,
      game TEXT NOT NULL,
      finished_at INTEGER NOT NULL,
      summary BLOB NOT NULL,
      results BLOB NOT NULL,
      checksum INTEGER,
      UNIQUE (player, name)
    ) STRICT;
    CREATE INDEX trial_newest ON trial (player, number);
    """
}
