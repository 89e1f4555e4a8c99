/// Why a move, a setting or a puzzle was rejected: a stable code and one clear sentence.
///
/// A rejection never spends a try and never changes state.
public struct Rejection: Error, Hashable, Sendable {
  /// `lower_snake_case`, never renamed once published.
  public let code: String
  /// One sentence for people, without a full stop if players know it so (`Not in word list`).
  public let message: String

  /// A rejection with a game's own code.
  public init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The match is over for this player.
  public static let gameOver = Rejection("game_over", "This game is over")

  /// The move does not match the game's schema.
  public static func badMove(_ message: String) -> Rejection { Rejection("bad_move", message) }

  /// A field of the settings is unknown, of the wrong type or out of range.
  public static func badSettings(_ message: String) -> Rejection { Rejection("bad_settings", message) }

  /// The player has had every puzzle.
  public static let noPuzzlesLeft = Rejection("no_puzzles_left", "You have played every puzzle there is")
}
