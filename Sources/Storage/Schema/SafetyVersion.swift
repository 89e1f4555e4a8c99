extension Schema {
  /// Part of version 15: whom players do not want to hear, and what they have reported.
  ///
  /// - `block`: `blocked` is the player whom `player` has blocked; `number` says in which order.
  /// - `report`: `body` is JSON of the core's; `act` is the number of the act that has settled it, NULL while it waits.
  static let safetyVersion = """
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
