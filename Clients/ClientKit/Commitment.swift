public import WireProtocol

/// What a day's puzzle is committed to: whoever has heard the hash when the day began can see, when the puzzle is
/// opened, that nobody has changed it meanwhile.
public enum Commitment {
  /// The hash as `hello` and `new_day` publish it, of what `opened` tells.
  ///
  /// - Parameter puzzle: as the server wrote it, its fields in their order.
  public static func hash(nonce: String, puzzle: JSON) -> String {
    "sha256:" + SHA256.hash(Array(nonce.utf8) + Array(puzzle.text.utf8)).hex
  }
}
