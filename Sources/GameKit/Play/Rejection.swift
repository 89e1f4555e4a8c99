/// Why a move, a setting or a puzzle was refused: a stable code and one clear sentence.
///
/// A rejection never spends a try and never changes state.
public struct Rejection: Error, Hashable, Sendable {
  /// `lower_snake_case`, never renamed once published.
  public let code: String
  /// One sentence for people, without a trailing period where players know it so (`Not in word list`).
  public let message: String

  /// A rejection with a code of the game's own.
  public init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The match is over for this player.
  public static let gameOver = Rejection("game_over", "This game is over")

  /// The move is not of the shape that the game's schema describes.
  public static func badMove(_ message: String) -> Rejection { Rejection("bad_move", message) }

  /// A field of the settings is unknown, of the wrong type or out of range.
  public static func badSettings(_ message: String) -> Rejection { Rejection("bad_settings", message) }

  /// No puzzle is left that this player has not had.
  public static let noPuzzlesLeft = Rejection("no_puzzles_left", "You have played every puzzle there is")
}
