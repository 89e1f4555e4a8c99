extension Schema {
  /// Version 13: runs of cards, one a player: `words` holds the numbers of those that are still to come, with a comma before and after
  /// each, `ratings` the first letter of how each before them went.
  static let practiceVersion = """
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
