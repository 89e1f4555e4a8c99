/// The result of ``checkGame(_:_:settings:twins:playersSeeAll:golden:budgets:file:path:line:function:)``. It does not
/// depend on a testing library.
public struct GameReport: Sendable, CustomStringConvertible {
  /// The game's id.
  public let game: String
  /// The faults, each once, where it was first observed.
  public internal(set) var findings: [Finding] = []
  /// What was not checked, and why: no twins given, no loss reached, no second process.
  public internal(set) var unchecked: [String] = []
  /// Measurements.
  public internal(set) var figures = Figures()

  /// The extent of the checks, and maxima to compare with the budgets.
  public struct Figures: Codable, Hashable, Sendable {
    /// Accepted moves of all matches.
    public var moves = 0
    /// Malformed lines and values that were tried.
    public var garbage = 0
    /// Steps at which two puzzles' views were compared.
    public var comparisons = 0
    /// The largest board and turn together, in bytes of JSON.
    public var boardBytes = 0
    /// The largest state, in bytes of JSON.
    public var stateBytes = 0
    /// The largest puzzle, in bytes of JSON.
    public var puzzleBytes = 0
    /// The processor time of the slowest move, in microseconds.
    public var slowestMoveMicroseconds = 0
    /// The processor time of all checks, in milliseconds.
    public var processorMilliseconds = 0
  }

  /// Whether no fault was found.
  public var isSound: Bool { findings.isEmpty }

  /// Adds a finding from outside the checks.
  package mutating func add(_ fault: Fault, _ sentence: String) {
    findings.append(Finding(fault: fault, sentence: sentence, place: Finding.Place()))
  }

  /// Fails a test of any library if there are findings. Prints what was not checked.
  ///
  /// - Throws: ``UnsoundGame`` if there are findings.
  public func expectSound() throws(UnsoundGame) {
    if !isSound { throw UnsoundGame(report: self) }
    for sentence in unchecked { print("? \(game): \(sentence)") }
  }

  /// Findings, what was not checked, and the figures, one per line.
  public var description: String {
    let lines = findings.map { "✘ \($0)" } + unchecked.map { "? \($0)" } + [summary]
    return lines.joined(separator: "\n")
  }

  /// The figures in one line.
  public var summary: String {
    "\(game): \(findings.count) findings; \(figures.moves) moves, \(figures.garbage) pieces of garbage, "
      + "\(figures.comparisons) comparisons of twins; at most \(figures.boardBytes) bytes of board and turn, "
      + "\(figures.stateBytes) of state, \(figures.puzzleBytes) of puzzle, "
      + "\(figures.slowestMoveMicroseconds) µs a move; \(figures.processorMilliseconds) ms of processor time"
  }
}

/// The error of ``GameReport/expectSound()``.
public struct UnsoundGame: Error, CustomStringConvertible {
  /// The report with the findings.
  public let report: GameReport

  /// The report after a line break.
  public var description: String { "\n\(report)" }
}

/// Limits of a game's size and time. The defaults are an order of magnitude above the needs of a word game.
public struct Budgets: Sendable {
  /// Bytes of a board and a turn together, as JSON: both are sent in one line of at most 16 KiB.
  public var boardBytes = 15 * 1024
  /// Bytes of the game's state as JSON.
  public var stateBytes = 64 * 1024
  /// Bytes of a puzzle as JSON; it is stored with every match.
  public var puzzleBytes = 64 * 1024
  /// Processor time of one call that plays, draws or parses, in milliseconds: it blocks the whole server. Exceeding it
  /// twice is a fault.
  public var moveMilliseconds = 50
  /// Processor time for dealing one puzzle, or for finding candidate moves, in milliseconds.
  public var dealMilliseconds = 2000
  /// How many puzzles of the first settings are checked thoroughly; of other settings half as many.
  public var puzzles = 6
  /// The maximum number of moves of one board, the server's limit `board_moves`: sizes are projected to it.
  public var moves = 1000
  /// Processor time of one call in the second process, in seconds, after which it counts as hanging. It is ended after
  /// at most twice that.
  public var callSeconds = 10
  /// The same for the whole check, which takes a few seconds in a debug build.
  public var hangSeconds = 120
  /// For a game in another process: its processor time so far in nanoseconds, which is added to the time of calls.
  public var timeElsewhere: (@Sendable () -> UInt64)?

  /// For a game in another process: a sentence at the end of the checks if it was too slow.
  public var verdictElsewhere: (@Sendable () -> String?)?
  /// Whether the game runs in another process.
  var isElsewhere: Bool { timeElsewhere != nil }

  /// The defaults.
  public init() {}
}
