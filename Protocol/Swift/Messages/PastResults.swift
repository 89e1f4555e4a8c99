/// One finished match as `history` and `compare` show it.
public struct PastResult: Sendable {
  /// Names the match for `replay`.
  public var match: String
  /// The game's id.
  public var game: String
  /// The mode.
  public var mode: String
  /// The civil day on which it was finished.
  public var day: String
  /// The number of that day's puzzle, for dailies.
  public var puzzle: Int?
  /// The outcome, with what the viewer may know.
  public var outcome: JSONObject
  /// How long it took, in milliseconds.
  public var elapsedMilliseconds: Int
  /// The result as players share it, without letters.
  public var share: String

  /// A result.
  public init(
    match: String, game: String, mode: String, day: String, puzzle: Int?, outcome: JSONObject,
    elapsedMilliseconds: Int, share: String
  ) {
    self.match = match
    self.game = game
    self.mode = mode
    self.day = day
    self.puzzle = puzzle
    self.outcome = outcome
    self.elapsedMilliseconds = elapsedMilliseconds
    self.share = share
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("match", match)
    json.field("game", game)
    json.field("mode", mode)
    json.field("day", day)
    json.field("puzzle", ifPresent: puzzle)
    json.field("outcome", .object(outcome))
    json.field("elapsed_ms", elapsedMilliseconds)
    json.field("share", share)
    json.endObject()
  }
}

/// The answer to `history`.
public struct HistoryAnswer: ServerMessage {
  public static let type: StaticString = "history"
  /// The player whose results these are.
  public var player: String
  /// The newest first.
  public var results: [PastResult]
  /// Whether older ones follow: ask again with `before`.
  public var more: Bool

  /// A page of a history.
  public init(player: String, results: [PastResult], more: Bool) {
    self.player = player
    self.results = results
    self.more = more
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("player", player)
    json.key("results")
    json.beginArray()
    for result in results { result.write(to: &json) }
    json.endArray()
    json.field("more", more)
  }
}

/// The answer to `compare`: dailies that both have finished.
public struct CompareAnswer: ServerMessage {
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
    json.field("lines", lines.count)
  }

  public func write(to json: inout JSONWriter, answering re: RequestID?) {
    writeLine(to: &json, answering: re)
    for line in lines {
      json.value(line)
      json.newline()
    }
  }
}
