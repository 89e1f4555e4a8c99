public import WireProtocol

/// The commitment to a day's puzzle: a client that got the hash at the beginning of the day can check, when the puzzle
/// is opened, that it was not changed.
public enum Commitment {
  /// The hash that `hello` and `new_day` publish, computed from the content of `opened`.
  ///
  /// - Parameter puzzle: as the server wrote it, with its fields in order.
  public static func hash(nonce: String, puzzle: JSON) -> String {
    "sha256:" + SHA256.hash(Array(nonce.utf8) + Array(puzzle.text.utf8)).hex
  }
}
