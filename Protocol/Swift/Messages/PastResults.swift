/// The answer to `compare`: dailies that both have finished.
public struct CompareAnswer: ReadableMessage {
  public static let type: StaticString = "compare"
  /// The one who asked, and the other.
  public var names: (String, String)
  /// The game's id.
  public var game: String
  /// Dailies that both have finished, ever.
  public var played: Int
  /// Where the one or the other did better, ever.
  public var wins: (Int, Int)
  /// The latest days, the newest first.
  public var days: [(day: String, results: (PastResult, PastResult))]

  /// A comparison.
  public init(
    names: (String, String), game: String, played: Int, wins: (Int, Int),
    days: [(day: String, results: (PastResult, PastResult))]
  ) {
    self.names = names
    self.game = game
    self.played = played
    self.wins = wins
    self.days = days
  }

  public func writeFields(to json: inout JSONWriter) {
    json.list("names", [names.0, names.1])
    json.field("game", game)
    json.field("played", played)
    json.key("wins")
    json.beginArray()
    json.int(wins.0)
    json.int(wins.1)
    json.endArray()
    json.key("days")
    json.beginArray()
    for entry in days {
      json.beginObject()
      json.field("day", entry.day)
      json.key("results")
      json.beginArray()
      entry.results.0.write(to: &json)
      entry.results.1.write(to: &json)
      json.endArray()
      json.endObject()
    }
    json.endArray()
  }
}

/// The answer to `replay`: as many lines follow as it says, which `parlor-server replay` checks offline.
public struct ReplayAnswer: ServerMessage {
  public static let type: StaticString = "replay"
  /// The match.
  public var match: String
  /// Lines that follow this one: `replay_header`, `replay_move` and `replay_outcome`.
  public var lines: [JSON]

  /// An answer; the lines are written after it.
  public init(match: String, lines: [JSON]) {
    self.match = match
    self.lines = lines
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("match", match)
    json.field("count", lines.count)
  }

  public func write(to json: inout JSONWriter, answering re: RequestID?) {
    writeLine(to: &json, answering: re)
    for line in lines {
      json.value(line)
      json.newline()
    }
  }
}

extension CompareAnswer {
  /// Reads the message.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    let (names, wins): ([String], [Int]) = (try fields.list("names"), try fields.list("wins"))
    guard names.count == 2, wins.count == 2 else { throw fields.missing("names", "a pair, with their wins") }
    var days: [(day: String, results: (PastResult, PastResult))] = []
    for entry in try fields.objects("days") {
      let pair: [PastResult] = try entry.list("results")
      guard pair.count == 2 else { throw entry.missing("results", "a pair") }
      days.append((try entry.text("day"), (pair[0], pair[1])))
    }
    self.init(
      names: (names[0], names[1]), game: try fields.text("game"), played: fields.optionalInt("played") ?? 0,
      wins: (wins[0], wins[1]), days: days)
  }
}
