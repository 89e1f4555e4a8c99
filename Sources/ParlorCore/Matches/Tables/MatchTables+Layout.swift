extension MatchTables {
  /// Matches and results.
  ///
  /// - `match`: the index of matches' documents. Its numbers are never reused (`AUTOINCREMENT`). `match_open`: a start
  ///   finds all boards of the day by it, without their rows.
  /// - `match_document`: a document is deleted with its row.
  /// - `participant`: the players of a shared board.
  /// - `result`: the columns for queries; the rest is in the match's document. `share` is a fingerprint of the text.
  ///   `puzzle_day`, `puzzle_key`: for dailies, copied from the match, so that comparisons need no join.
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
    """
}
