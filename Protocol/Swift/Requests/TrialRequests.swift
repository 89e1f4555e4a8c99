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

extension Request.TrialReport {
  /// `crane-v2`, `crane-v2 ana`, `crane v2 = ana`: with the equals sign the name may be of two words; one of more words
  /// needs none.
  init(typed command: TextCommand) throws(WireError) {
    let sides = command.rest.split(separator: " = ", maxSplits: 1)
    if sides.count == 2 {
      self.init(name: String(sides[0]), player: String(sides[1]))
    } else if command.words.count > 2 {
      self.init(name: command.rest)
    } else {
      self.init(name: try command.word(), player: command.optionalWord(1))
    }
  }
}
