extension StatsAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    let distribution = fields.numbers("distribution").compactMap { name, count in
      Int(name).map { (tries: $0, count: count) }
    }
    self.init(
      player: try fields.text("player"), game: try fields.text("game"), played: fields.count("played"),
      won: fields.count("won"), streak: fields.optionalInt("streak") ?? 0,
      bestStreak: fields.optionalInt("best_streak") ?? 0,
      distribution: distribution.sorted { $0.tries < $1.tries }, average: fields.view["average"]?.double)
  }
}

extension LeaderboardAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var lines: [Line] = []
    for entry in try fields.list("entries") {
      lines.append(
        Line(
          place: entry.optionalInt("place"), player: try entry.text("player"), played: entry.optionalInt("played") ?? 0,
          won: entry.count("won"), points: entry.count("points")))
    }
    self.init(
      game: try fields.text("game"),
      mode: fields.flag("claimed") ? nil : fields.optionalText("mode") ?? ModeKind.daily.rawValue,
      period: fields.optionalText("period") ?? "", leastGames: fields.optionalInt("least_games") ?? 1,
      bots: fields.flag("bots"), lines: lines)
  }
}

extension PastResult {
  /// Reads a result.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      match: try fields.text("match"), game: try fields.text("game"), mode: fields.optionalText("mode") ?? "",
      day: fields.optionalText("day") ?? "", puzzle: fields.optionalInt("puzzle"),
      outcome: fields.optionalObject("outcome") ?? [:], elapsedMilliseconds: fields.optionalInt("elapsed_ms") ?? 0,
      share: fields.optionalText("share") ?? "")
  }
}

extension HistoryAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var results: [PastResult] = []
    for result in try fields.list("results") { results.append(try PastResult(reading: result)) }
    self.init(player: try fields.text("player"), results: results, more: fields.flag("more"))
  }
}

extension CompareAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    let names = fields.texts("names")
    let wins = fields.view["wins"]?.elements.compactMap(\.int) ?? []
    guard names.count == 2, wins.count == 2 else { throw fields.missing("names", "a pair, with their wins") }
    var days: [(day: String, results: (PastResult, PastResult))] = []
    for entry in try fields.list("days") {
      let pair = try entry.list("results")
      guard pair.count == 2 else { throw entry.missing("results", "a pair") }
      days.append((try entry.text("day"), (try PastResult(reading: pair[0]), try PastResult(reading: pair[1]))))
    }
    self.init(
      names: (names[0], names[1]), game: try fields.text("game"), played: fields.optionalInt("played") ?? 0,
      wins: (wins[0], wins[1]), days: days)
  }
}

extension OpenedAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(day: try fields.text("day"), puzzles: try fields.object("opened"))
  }
}

extension MessageFields {
  /// A number of things, bounded: what a client computes with must not overflow, whatever a server claims.
  func count(_ key: StaticString) -> Int { min(max(optionalInt(key) ?? 0, 0), 1 << 40) }
}
