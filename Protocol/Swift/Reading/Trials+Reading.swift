extension TrialAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      place: try EventPlace(reading: fields), game: try fields.text("game"),
      settings: fields.view["settings"]?.value ?? [:], seed: fields.optionalInt("seed") ?? 0,
      puzzles: fields.count("puzzles"), name: fields.optionalText("name"), number: try fields.int("n"),
      solved: fields.count("solved"), board: try fields.optionalBoard("board"))
  }
}

extension TrialSummary {
  /// Reads a summary.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      name: fields.optionalText("name"), game: try fields.text("game"),
      settings: fields.view["settings"]?.value ?? [:], seed: try fields.int("seed"), puzzles: fields.count("puzzles"),
      series: try fields.text("series"), lossTries: fields.optionalInt("loss_tries"),
      day: fields.optionalText("day") ?? "")
    solved = fields.count("solved")
    givenUp = fields.count("gave_up")
    average = fields.view["average"]?.double
    for (tries, number) in fields.numbers("distribution") {
      if let tries = Int(tries) { distribution[tries] = number }
    }
    moves = fields.count("moves")
    rejections = fields.count("rejections")
    medianMicroseconds = fields.count("median_us")
    p99Microseconds = fields.count("p99_us")
    longestMicroseconds = fields.count("max_us")
    elapsedMilliseconds = fields.count("elapsed_ms")
  }
}

extension TrialReport: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      player: try fields.text("player"), isKept: fields.flag("kept"), summary: try TrialSummary(reading: fields),
      tries: fields.view["tries"]?.elements.map(\.int) ?? [],
      points: fields.view["points"]?.elements.map { $0.int ?? 0 } ?? [])
  }
}

extension TrialsAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var trials: [TrialSummary] = []
    for trial in try fields.list("trials") { trials.append(try TrialSummary(reading: trial)) }
    self.init(player: try fields.text("player"), trials: trials)
  }
}
