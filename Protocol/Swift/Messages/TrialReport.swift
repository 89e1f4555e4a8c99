/// What came of a trial, without the single puzzles.
public struct TrialSummary: Hashable, Sendable {
  /// The name under which the report is kept; `nil` for one that is not.
  public var name: String?
  /// The game's id.
  public var game: String
  /// All settings.
  public var settings: JSON
  /// What the puzzles were made from.
  public var seed: Int
  /// How many there were.
  public var puzzles: Int
  /// Names the puzzles and their order: two reports of one series have been played on the same puzzles.
  public var series: String
  /// How many were solved.
  public var solved: Int
  /// How many were given up.
  public var givenUp: Int
  /// The mean of the tries, where the game counts them; what was not solved counts as ``lossTries``.
  public var average: Double?
  /// What a puzzle that was not solved counts as in ``average``: one more than the most tries of the game. `nil` leaves
  /// those out.
  public var lossTries: Int?
  /// How many were solved in how many tries.
  public var distribution: [Int: Int]
  /// Moves that were played.
  public var moves: Int
  /// Moves that were refused.
  public var rejections: Int
  /// Microseconds from when an answer leaves the server until the next move arrives: the median, to two per cent.
  public var medianMicroseconds: Int
  /// As ``medianMicroseconds``: exceeded by one move in a hundred.
  public var p99Microseconds: Int
  /// As ``medianMicroseconds``: the longest.
  public var longestMicroseconds: Int
  /// The whole trial.
  public var elapsedMilliseconds: Int
  /// The civil day on which it ended.
  public var day: String

  /// A summary; numbers are set afterwards.
  public init(
    name: String?, game: String, settings: JSON, seed: Int, puzzles: Int, series: String, lossTries: Int?, day: String
  ) {
    self.name = name
    self.game = game
    self.settings = settings
    self.seed = seed
    self.puzzles = puzzles
    self.series = series
    self.lossTries = lossTries
    self.day = day
    solved = 0
    givenUp = 0
    distribution = [:]
    moves = 0
    rejections = 0
    medianMicroseconds = 0
    p99Microseconds = 0
    longestMicroseconds = 0
    elapsedMilliseconds = 0
  }

  /// Appends the fields.
  public func writeFields(to json: inout JSONWriter) {
    json.field("name", ifPresent: name)
    json.field("game", game)
    json.field("settings", settings)
    json.field("seed", seed)
    json.field("puzzles", puzzles)
    json.field("series", series)
    json.field("solved", solved)
    json.field("gave_up", givenUp)
    json.field("average", ifPresent: average)
    json.field("loss_tries", ifPresent: lossTries)
    json.key("distribution")
    json.beginObject()
    for (tries, count) in distribution.sorted(by: { $0.key < $1.key }) {
      json.key(String(tries))
      json.int(count)
    }
    json.endObject()
    json.field("moves", moves)
    json.field("rejections", rejections)
    json.field("median_us", medianMicroseconds)
    json.field("p99_us", p99Microseconds)
    json.field("max_us", longestMicroseconds)
    json.field("elapsed_ms", elapsedMilliseconds)
    json.field("day", day)
  }
}

/// What came of a trial, puzzle by puzzle.
public struct TrialReport: ServerMessage, Hashable {
  public static let type: StaticString = "trial_report"
  /// The player whose bot played.
  public var player: String
  /// Whether the report can be read again.
  public var isKept: Bool
  /// The numbers for all puzzles together.
  public var summary: TrialSummary
  /// The tries of each puzzle; `nil` where it was not solved, or where the game does not count them.
  public var tries: [Int?]
  /// The points of each puzzle; 0 where it was given up.
  public var points: [Int]

  /// A report.
  public init(player: String, isKept: Bool, summary: TrialSummary, tries: [Int?], points: [Int]) {
    self.player = player
    self.isKept = isKept
    self.summary = summary
    self.tries = tries
    self.points = points
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("player", player)
    json.field("kept", isKept)
    summary.writeFields(to: &json)
    writeResults(to: &json)
  }

  /// Appends the results of the single puzzles.
  public func writeResults(to json: inout JSONWriter) {
    json.key("tries")
    json.beginArray()
    for tries in tries { if let tries { json.int(tries) } else { json.null() } }
    json.endArray()
    json.key("points")
    json.beginArray()
    for points in points { json.int(points) }
    json.endArray()
  }
}

/// The answer to `trials`: the kept reports of a player, the newest first, without the single puzzles.
public struct TrialsAnswer: ServerMessage {
  public static let type: StaticString = "trials"
  /// The player whose trials these are.
  public var player: String
  /// The reports.
  public var trials: [TrialSummary]

  /// An answer.
  public init(player: String, trials: [TrialSummary]) {
    self.player = player
    self.trials = trials
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("player", player)
    json.key("trials")
    json.beginArray()
    for trial in trials {
      json.beginObject()
      trial.writeFields(to: &json)
      json.endObject()
    }
    json.endArray()
  }
}
