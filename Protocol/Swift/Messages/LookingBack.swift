/// The answer to `stats`: ranked results only.
public struct StatsAnswer: ServerMessage {
  public static let type: StaticString = "stats"
  /// Whose.
  public var player: String
  /// The game's id.
  public var game: String
  /// Finished.
  public var played: Int
  /// Solved.
  public var won: Int
  /// Dailies solved on consecutive days; alive until the day ends.
  public var streak: Int
  /// The longest such run.
  public var bestStreak: Int
  /// How many were solved in how many tries, fewest tries first.
  public var distribution: [(tries: Int, count: Int)]
  /// The mean number of tries.
  public var average: Double?

  /// Statistics of a player in a game.
  public init(
    player: String, game: String, played: Int, won: Int, streak: Int, bestStreak: Int,
    distribution: [(tries: Int, count: Int)], average: Double?
  ) {
    self.player = player
    self.game = game
    self.played = played
    self.won = won
    self.streak = streak
    self.bestStreak = bestStreak
    self.distribution = distribution
    self.average = average
  }

  /// Solved of a hundred, rounded.
  public var winPercent: Int { played == 0 ? 0 : (won &* 200 / played + 1) / 2 }

  public func writeFields(to json: inout JSONWriter) {
    json.field("player", player)
    json.field("game", game)
    json.field("played", played)
    json.field("won", won)
    json.field("win_percent", winPercent)
    json.field("streak", streak)
    json.field("best_streak", bestStreak)
    json.key("distribution")
    json.beginObject()
    for entry in distribution {
      json.key(String(entry.tries))
      json.int(entry.count)
    }
    json.endObject()
    json.field("average", ifPresent: average)
  }
}

/// The answer to `leaderboard`.
public struct LeaderboardAnswer: ServerMessage {
  public static let type: StaticString = "leaderboard"
  /// One player's line.
  public struct Line: Sendable {
    /// Who.
    public var player: String
    /// Finished in the period.
    public var played: Int
    /// Solved in the period.
    public var won: Int
    /// The sum of scores.
    public var score: Int
    /// A line.
    public init(player: String, played: Int, won: Int, score: Int) {
      self.player = player
      self.played = played
      self.won = won
      self.score = score
    }
  }
  /// The game's id.
  public var game: String
  /// `day`, `week`, `month` or `all`.
  public var period: String
  /// Whether results are counted that were played elsewhere and claimed here.
  public var claimed = false
  /// Whether bots are listed instead of people.
  public var bots: Bool
  /// From the best down.
  public var lines: [Line]

  /// A leaderboard.
  public init(game: String, period: String, bots: Bool, lines: [Line]) {
    self.game = game
    self.period = period
    self.bots = bots
    self.lines = lines
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("game", game)
    json.field("period", period)
    json.field("bots", bots)
    if claimed { json.field("claimed", true) }
    json.key("entries")
    json.beginArray()
    for (index, line) in lines.enumerated() {
      json.beginObject()
      json.field("place", index + 1)
      json.field("player", line.player)
      json.field("played", line.played)
      json.field("won", line.won)
      json.field("score", line.score)
      json.endObject()
    }
    json.endArray()
  }
}

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
  /// Whose.
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
  public var players: (String, String)
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
    players: (String, String), game: String, played: Int, wins: (Int, Int),
    days: [(day: String, results: (PastResult, PastResult))]
  ) {
    self.players = players
    self.game = game
    self.played = played
    self.wins = wins
    self.days = days
  }

  public func writeFields(to json: inout JSONWriter) {
    json.list("players", [players.0, players.1])
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

/// The answer to `rename`.
public struct RenameAnswer: ServerMessage {
  public static let type: StaticString = "rename"
  /// The session's name from now on.
  public var you: String

  /// An answer with the new name.
  public init(you: String) { self.you = you }

  public func writeFields(to json: inout JSONWriter) { json.field("you", you) }
}

/// The answer to `forget_me`: the session is a new guest.
public struct ForgetMeAnswer: ServerMessage {
  public static let type: StaticString = "forget_me"
  /// The session's name from now on.
  public var you: String

  /// An answer with the new guest's name.
  public init(you: String) { self.you = you }

  public func writeFields(to json: inout JSONWriter) { json.field("you", you) }
}

/// The answer to `replay`: so many lines follow, which `parlor-server replay` checks offline.
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

/// The puzzles of a day, each with the nonce that opens its commitment.
public struct OpenedAnswer: ServerMessage {
  public static let type: StaticString = "opened"
  /// The day, which is over.
  public var day: String
  /// By game: its puzzle, its nonce, and the commitment that was published at the day's start.
  public var puzzles: JSONObject

  /// The puzzles of a day that is over.
  public init(day: String, puzzles: JSONObject) {
    self.day = day
    self.puzzles = puzzles
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("day", day)
    json.field("opened", .object(puzzles))
  }
}
