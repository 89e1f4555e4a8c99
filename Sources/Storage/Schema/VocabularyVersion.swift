extension Schema {
  /// Version 11: what players learn. `stability` and `difficulty` are the bits of doubles, so that they come back as they
  /// were; `review` holds each review, by its place among the word's.
  static let vocabularyVersion = """
    CREATE TABLE language (
      player INTEGER NOT NULL,
      number INTEGER NOT NULL,
      name TEXT NOT NULL,
      retention INTEGER NOT NULL,
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
    """
}
