extension ChannelTables {
  /// The index tables of the channel.
  ///
  /// - `share`: a row per shared result. Its numbers are never reused (`AUTOINCREMENT`), so that a number never leads
  ///   to another result. A result of a match has `match`, a claim has `claim`.
  /// - `reaction`: a row per shared result and player with a reaction.
  /// - `claim_standing`: the leaderboards of claims, a row per player, game and period, with an index in the board's
  ///   order. `start` is the period's first day, 0 for all time; `kind` as in `standing`.
  /// - `share_document`: a document is deleted with its row.
  static let layout = """
    CREATE TABLE share (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      player INTEGER NOT NULL,
      game TEXT NOT NULL,
      match INTEGER,
      claim INTEGER,
      day INTEGER NOT NULL,
      won INTEGER NOT NULL,
      score INTEGER NOT NULL,
      body BLOB NOT NULL,
      shared_at INTEGER NOT NULL,
      checksum INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX share_match ON share (match, player) WHERE match IS NOT NULL;
    CREATE UNIQUE INDEX share_claim ON share (player, game, claim) WHERE claim IS NOT NULL;
    CREATE INDEX share_player ON share (player, id);
    CREATE INDEX share_game ON share (game, id);
    CREATE INDEX share_day ON share (day, id);
    CREATE INDEX share_game_day ON share (game, day, id);

    CREATE TRIGGER share_document AFTER DELETE ON share BEGIN
      DELETE FROM document_line WHERE kind = \(ShareDocument.number) AND key = OLD.id;
    END;

    CREATE TABLE reaction (
      share INTEGER NOT NULL REFERENCES share (id) ON DELETE CASCADE,
      player INTEGER NOT NULL,
      emoji TEXT NOT NULL,
      checksum INTEGER,
      PRIMARY KEY (share, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX reaction_player ON reaction (player);

    CREATE TABLE claim_standing (
      player INTEGER NOT NULL,
      game TEXT NOT NULL,
      period INTEGER NOT NULL,
      start INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      played INTEGER NOT NULL,
      won INTEGER NOT NULL,
      score INTEGER NOT NULL,
      checksum INTEGER,
      PRIMARY KEY (player, game, period, start)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX claim_board ON claim_standing (game, period, start, kind, score DESC, played, player);
    """
}
