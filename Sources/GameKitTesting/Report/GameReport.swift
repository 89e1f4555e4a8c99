/// What ``checkGame(_:_:settings:twins:playersSeeAll:golden:budgets:file:path:line:function:)`` has found. Knows no
/// testing library, so it works with each of them.
public struct GameReport: Sendable, CustomStringConvertible {
  /// The game's id.
  public let game: String
  /// The faults, each once, at the first place at which it was seen.
  public internal(set) var findings: [Finding] = []
  /// What was not looked at, and why: no twins given, no loss reached, no second process.
  public internal(set) var unchecked: [String] = []
  /// What was measured.
  public internal(set) var figures = Figures()

  /// Numbers that say how much was looked at, and how close to the budgets it came.
  public struct Figures: Codable, Hashable, Sendable {
    /// Moves that were taken, all matches together.
    public var moves = 0
    /// Lines and values of rubbish that were offered.
    public var garbage = 0
    /// Steps at which two puzzles' views were compared.
    public var comparisons = 0
    /// The largest board and turn together, as one line of JSON has to hold them, in bytes.
    public var boardBytes = 0
    /// The largest state, as JSON, in bytes.
    public var stateBytes = 0
    /// The largest puzzle, as JSON, in bytes.
    public var puzzleBytes = 0
    /// The processor time of the slowest move, in microseconds.
    public var slowestMoveMicroseconds = 0
    /// The processor time of all checks together, in milliseconds.
    public var processorMilliseconds = 0
  }

  /// Whether no fault was found.
  public var isSound: Bool { findings.isEmpty }

  /// Adds what was found outside of the checks.
  package mutating func add(_ fault: Fault, _ sentence: String) {
    findings.append(Finding(fault: fault, sentence: sentence, place: Finding.Place()))
  }

  /// Throws what was found, so that a test of any library fails and shows it. Prints what was not checked.
  ///
  /// - Throws: ``UnsoundGame`` when there are findings.
  public func expectSound() throws(UnsoundGame) {
    if !isSound { throw UnsoundGame(report: self) }
    for sentence in unchecked { print("? \(game): \(sentence)") }
  }

  /// One line a finding, then what could not be checked, then the figures.
  public var description: String {
    let lines = findings.map { "✘ \($0)" } + unchecked.map { "? \($0)" } + [summary]
    return lines.joined(separator: "\n")
  }

  /// The figures, in one line.
  public var summary: String {
    "\(game): \(findings.count) findings; \(figures.moves) moves, \(figures.garbage) pieces of garbage, "
      + "\(figures.comparisons) comparisons of twins; at most \(figures.boardBytes) bytes of board and turn, "
      + "\(figures.stateBytes) of state, \(figures.puzzleBytes) of puzzle, "
      + "\(figures.slowestMoveMicroseconds) µs a move; \(figures.processorMilliseconds) ms of processor time"
  }
}

/// A game with findings, as an error: its description is the report.
public struct UnsoundGame: Error, CustomStringConvertible {
  /// What was found.
  public let report: GameReport

  /// The report, from a new line on.
  public var description: String { "\n\(report)" }
}

/// What a game may cost. The defaults are an order of magnitude above what a word game needs.
public struct Budgets: Sendable {
  /// Bytes of a board and a turn together, as JSON: they travel in one line of at most 16 KiB, with an envelope.
  public var boardBytes = 15 * 1024
  /// Bytes of the game's state as JSON.
  public var stateBytes = 64 * 1024
  /// Bytes of a puzzle as JSON; it is stored with every match.
  public var puzzleBytes = 64 * 1024
  /// Processor time of one call that plays, draws or parses, in milliseconds: everybody on the server waits for it. It
  /// counts when it happens twice.
  public var moveMilliseconds = 50
  /// Processor time for dealing one puzzle, or for finding candidate moves, in milliseconds.
  public var dealMilliseconds = 2000
  /// How many puzzles of the first settings are played closely; of others half as many. Fewer take less time and find
  /// less.
  public var puzzles = 6
  /// The most moves of one board, as many as a server takes (`board_moves`): what grows must fit after so many.
  public var moves = 1000
  /// Processor time of one call in the second process, in seconds, after which it counts as hanging; at the latest
  /// after twice as long it is ended.
  public var callSeconds = 10
  /// The same of the whole check, which takes a few seconds in an unoptimised build.
  public var hangSeconds = 120
  /// Nanoseconds of processor time that the game has used outside of this process, where it runs in another one: what
  /// a call has taken counts them.
  public var timeElsewhere: (@Sendable () -> UInt64)?

  /// Says at the end of the checks whether such a game was too slow, in a sentence.
  public var verdictElsewhere: (@Sendable () -> String?)?
  /// Whether the game runs in another process.
  var isElsewhere: Bool { timeElsewhere != nil }

  /// The defaults.
  public init() {}
}
