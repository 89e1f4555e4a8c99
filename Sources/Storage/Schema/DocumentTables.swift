extension Schema {
  /// Single values by name.
  static let metaTable = """
    CREATE TABLE meta (
      name TEXT PRIMARY KEY,
      value ANY NOT NULL,
      checksum INTEGER
    ) STRICT, WITHOUT ROWID;
    INSERT INTO meta (name, value, checksum) VALUES ('position', 0, fingerprint('position', 0));
    """

  /// The lines of each document, in order: a start folds them, and packing replaces them from time to time.
  ///
  /// - `appended_line`: those of kinds that pack parts (``DocumentLineTable``).
  /// - `line`: a line, or several; `number` is that of the last.
  /// - `packed`: the number of lines of the snapshot that a line belongs to; 0 for a later line. Of a window, the
  ///   number of snapshots in the row.
  static let documentTables =
    """
    CREATE TABLE document_line (
      kind INTEGER NOT NULL,
      key INTEGER NOT NULL,
      number INTEGER NOT NULL,
      line BLOB NOT NULL,
      packed INTEGER NOT NULL,
      checksum INTEGER,
      PRIMARY KEY (kind, key, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE appended_line (
      kind INTEGER NOT NULL,
      key INTEGER NOT NULL,
      number INTEGER NOT NULL,
      line BLOB NOT NULL,
      packed INTEGER NOT NULL,
      checksum INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX appended_line_key ON appended_line (kind, key, number);
    """
}
