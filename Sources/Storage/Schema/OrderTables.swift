extension Schema {
  /// Those who keep order.
  ///
  /// - `act`: the audit log, a row an act (`StoredAct`). `operator` is a user of the machine, otherwise `moderator` a player;
  ///   `ends_at` is NULL for never.
  /// - `sanction`: what is in force, a row each (`StoredSanction`): what the acts lead to. `player` is 0 for an address range,
  ///   `target` empty for none; newcomers from `address` are meant too, until `address_ends_at`, and `guest` is the name of a
  ///   guest.
  static let orderTables = """
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

    CREATE TABLE sanction (
      kind TEXT NOT NULL,
      player INTEGER NOT NULL,
      target TEXT NOT NULL,
      since INTEGER NOT NULL,
      ends_at INTEGER,
      reason TEXT,
      address TEXT,
      address_ends_at INTEGER,
      guest TEXT,
      checksum INTEGER,
      PRIMARY KEY (kind, player, target)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sanction_player ON sanction (player) WHERE player <> 0;
    CREATE INDEX sanction_end ON sanction (ends_at) WHERE ends_at IS NOT NULL;
    """
}
