// What the table cannot say of requests of bots in trials.

extension Request.Trial {
  /// Whether the trial's messages show boards.
  public enum Boards: Sendable {
    /// Where a puzzle begins.
    case atStart
    /// After each move as well.
    case always
    /// Only when `board` asks.
    case never
  }

  /// Whether messages show boards.
  public var boards: Boards { sendBoards.map { $0 ? .always : .never } ?? .atStart }

  /// The puzzles of a trial that does not say how many.
  public static let defaultPuzzles = 100

  func check() throws(WireError) {
    if all, puzzles != nil {
      throw WireError(.badField, "\"trial\" takes \"puzzles\" or \"all\", not both")
    }
  }
}
