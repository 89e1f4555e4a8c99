extension Schema {
  /// Version 12: what passwords are checked against, `player.verifier`; and `player.token_hash` may hold several hashes, one
  /// after the other.
  static let accountVersion = """
    ALTER TABLE player ADD COLUMN verifier TEXT;
    UPDATE player SET checksum = \(CheckedTable.unratedPlayer.fingerprint(""))
      WHERE checksum = \(CheckedTable.tokenPlayer.fingerprint(""))
    """
}
