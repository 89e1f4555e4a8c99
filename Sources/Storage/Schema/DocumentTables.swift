extension Schema {
  /// The lines of each document, in the order in which they happened: what a start folds, and what is packed from time
  /// to time.
  ///
  /// - `line`: a line, or several of a window (``DocumentLineTable``); `number` is that of the last.
  /// - `packed`: of how many lines the snapshot is that a line belongs to; 0 for one that has come since.
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
    """
}
