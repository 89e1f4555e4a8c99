/// The limit of ``Game/candidates(for:)``.
public enum CandidateMoves {
  /// The most moves that a game may list: more than the 218 of chess. A server sends no more.
  public static let maximum = 256
}
