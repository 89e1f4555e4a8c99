extension Schema {
  /// Version 15: those who keep order.
  ///
  /// - `act`: the audit log, a row an act (`StoredAct`). `operator` is a user of the machine, otherwise `moderator` a player;
  ///   `ends_at` is NULL for never.
  static let orderVersion = """
    CREATE TABLE act (
      number INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      operator TEXT,
      moderator INTEGER,
      moderator_name TEXT,
      kind TEXT NOT NULL,
      player INTEGER,
      name TEXT,
      target TEXT,
      ends_at INTEGER,
      text TEXT,
      checksum INTEGER
    ) STRICT;
    CREATE INDEX act_player ON act (player, number) WHERE player IS NOT NULL;
    CREATE INDEX act_moderator ON act (moderator) WHERE moderator IS NOT NULL;
    """
}
