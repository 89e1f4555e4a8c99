extension Schema {
  /// Version 14: how well players play the games that are rated, `player.ratings`, as `PlayerRatings` writes it.
  static let ratingVersion = """
    ALTER TABLE player ADD COLUMN ratings TEXT;
    UPDATE player SET checksum = \(CheckedTable.player.fingerprint(""))
      WHERE checksum = \(CheckedTable.unratedPlayer.fingerprint(""))
    """
}
