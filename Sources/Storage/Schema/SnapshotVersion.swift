extension Schema {
  /// Version 10: rows of rooms are snapshots, and `room.seq` says of which event: those after it stay, however many there
  /// are. NULL is a row that holds everything, as those of before do. Puzzles in `used_puzzle` are from before, too: a
  /// snapshot holds them all.
  static let snapshotVersion = """
    ALTER TABLE room ADD COLUMN seq INTEGER;
    UPDATE room SET checksum = fingerprint(number, folded, body, seq) WHERE checksum = fingerprint(number, folded, body)
    """
}
