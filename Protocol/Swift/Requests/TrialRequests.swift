// Hand-written parts of requests of bots in trials.

extension Request.Trial {
  /// When the trial's messages contain boards.
  public enum Boards: Sendable {
    /// At the start of a puzzle.
    case atStart
    /// Also after each move.
    case always
    /// Only in answers to `board`.
    case never
  }

  /// When messages contain boards.
  public var boards: Boards { sendBoards.map { $0 ? .always : .never } ?? .atStart }

  /// The default number of a trial's puzzles.
  public static let defaultPuzzles = 100

  func check() throws(WireError) {
    if all, puzzles != nil {
      throw WireError(.badField, "\"trial\" takes \"puzzles\" or \"all\", not both")
    }
  }
}
