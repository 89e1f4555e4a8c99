extension Schema {
  /// What players learn.
  ///
  /// - `word.stability`, `difficulty`: the bits of doubles, so that they come back as they were; all of a schedule is NULL for a
  ///   word that was never reviewed.
  /// - `review`: each review, by its place among the word's.
  /// - `last_review`: each player's last review, which can be taken back: the word's schedule before it.
  /// - `practice`: runs of cards, one a player: `words` holds the numbers of those that are still to come, with a comma before
  ///   and after each, `ratings` the first letter of how each before them went.
  static let vocabularyTables = """
    CREATE TABLE language (
      player INTEGER NOT NULL,
      number INTEGER NOT NULL,
      name TEXT NOT NULL,
      retention INTEGER NOT NULL,
      new_per_day INTEGER NOT NULL,
      checksum INTEGER,
      PRIMARY KEY (player, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE word (
      player INTEGER NOT NULL,
      number INTEGER NOT NULL,
      language INTEGER NOT NULL,
      original TEXT NOT NULL,
      translation TEXT NOT NULL,
      note TEXT NOT NULL,
      part TEXT NOT NULL,
      example TEXT NOT NULL,
      is_marked INTEGER NOT NULL DEFAULT 0,
      stability INTEGER,
      difficulty INTEGER,
      first_review INTEGER,
      reviewed INTEGER,
      due INTEGER,
      reviews INTEGER,
      checksum INTEGER,
      PRIMARY KEY (player, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE review (
      player INTEGER NOT NULL,
      word INTEGER NOT NULL,
      number INTEGER NOT NULL,
      day INTEGER NOT NULL,
      rating TEXT NOT NULL,
      checksum INTEGER,
      PRIMARY KEY (player, word, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE last_review (
      player INTEGER PRIMARY KEY,
      word INTEGER NOT NULL,
      in_run INTEGER NOT NULL,
      stability INTEGER,
      difficulty INTEGER,
      first_review INTEGER,
      reviewed INTEGER,
      due INTEGER,
      reviews INTEGER,
      checksum INTEGER
    ) STRICT;

    CREATE TABLE practice (
      player INTEGER PRIMARY KEY,
      language INTEGER NOT NULL,
      words TEXT NOT NULL,
      ratings TEXT NOT NULL,
      has_choices INTEGER NOT NULL,
      checksum INTEGER
    ) STRICT;
    """
}
