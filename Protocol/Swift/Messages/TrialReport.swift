/// What came of a trial, without the single puzzles.
public struct TrialSummary: WireObject, Hashable {
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

  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      name: fields.optionalText("name"), game: try fields.text("game"), settings: try fields.value("settings"),
      seed: try fields.int("seed"), puzzles: fields.count("puzzles"), series: try fields.text("series"),
      lossTries: fields.optionalInt("loss_tries"), day: try fields.text("day"))
    solved = fields.count("solved")
    givenUp = fields.count("gave_up")
    average = fields.view["average"]?.double
    let counts: [NamedCount] = fields.valueIfAny("distribution") ?? []
    for member in counts { if let tries = Int(member.name) { distribution[tries] = member.count } }
    moves = fields.count("moves")
    rejections = fields.count("rejections")
    medianMicroseconds = fields.count("median_us")
    p99Microseconds = fields.count("p99_us")
    longestMicroseconds = fields.count("max_us")
    elapsedMilliseconds = fields.count("elapsed_ms")
  }

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
    json.field(
      "distribution",
      distribution.sorted { $0.key < $1.key }.map { NamedCount(name: String($0.key), count: $0.value) })
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
public struct TrialReport: ReadableMessage, Hashable {
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

  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      player: try fields.text("player"), isKept: fields.flag("kept"), summary: try TrialSummary(reading: fields),
      tries: fields.view["tries"]?.elements.map(\.int) ?? [],
      points: fields.view["points"]?.elements.map { $0.int ?? 0 } ?? [])
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
    json.list("points", points)
  }
}

extension MessageFields {
  /// How many, within what can be computed with; none where it does not say.
  fileprivate func count(_ key: StaticString) -> Int { valueIfAny(key, within: 0...1 << 40) ?? 0 }
}
