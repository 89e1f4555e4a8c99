internal import ParlorCore

extension Schema {
  /// The list of scores, with those that every server begins with. Words hold letters alone, so that `tries` is the words
  /// with spaces between them.
  static let scoreTables =
    """
    CREATE TABLE score (
      id INTEGER PRIMARY KEY,
      date TEXT NOT NULL,
      word TEXT NOT NULL,
      tries TEXT NOT NULL,
      player TEXT,
      checksum INTEGER
    ) STRICT;
    INSERT INTO score (id, date, word, tries) VALUES \(initialScores);
    UPDATE score SET checksum = \(CheckedTable.score.fingerprint(""));
    """

  private static let initialScores = StoredScore.initial.map { score in
    "(\(score.id), '\(score.date)', '\(score.word)', '\(score.tries.joined(separator: " "))')"
  }.joined(separator: ", ")
}
