extension Schema {
  /// Those who keep order, whom players do not want to hear, and what they have reported.
  ///
  /// - `act`: the audit log, a row an act (`StoredAct`). `operator` is a user of the machine, otherwise `moderator` a player;
  ///   `ends_at` is NULL for never.
  /// - `sanction`: what is in force, a row each (`StoredSanction`): what the acts lead to. `player` is 0 for an address range,
  ///   `target` empty for none; newcomers from `address` are meant too, until `address_ends_at`, and `guest` is the name of a
  ///   guest.
  /// - `block`: `blocked` is the player whom `player` has blocked; `number` says in which order.
  /// - `report`: `body` is JSON of the core's; `act` is the number of the act that has settled it, NULL while it waits.
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

    CREATE TABLE block (
      number INTEGER PRIMARY KEY,
      player INTEGER NOT NULL,
      blocked INTEGER NOT NULL,
      checksum INTEGER,
      UNIQUE (player, blocked)
    ) STRICT;
    CREATE INDEX block_blocked ON block (blocked);

    CREATE TABLE report (
      id INTEGER PRIMARY KEY,
      reporter INTEGER NOT NULL,
      reported INTEGER NOT NULL,
      at INTEGER NOT NULL,
      body BLOB NOT NULL,
      act INTEGER,
      checksum INTEGER
    ) STRICT;
    """
}
