extension Schema {
  /// Who played a score of the list, where that is known.
  static let scorePlayerVersion = "ALTER TABLE score ADD COLUMN player TEXT"

  /// Version 2: the list of scores, `score`, with the three that every server begins with. Words hold letters alone, so
  /// that `tries` is the words with spaces between them.
  static let secondVersion = """
    CREATE TABLE score (
      id INTEGER PRIMARY KEY,
      date TEXT NOT NULL,
      word TEXT NOT NULL,
      tries TEXT NOT NULL
    ) STRICT;

    INSERT INTO score (id, date, word, tries) VALUES
      (262, '2022-03-08', 'sweet', 'corgi pause sleds sweet'),
      (263, '2022-03-09', 'month', 'stair tuned monty month'),
      (264, '2022-03-10', 'lapse', 'stair peony lapse');
    """
}
