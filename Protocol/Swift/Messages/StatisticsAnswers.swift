/// The answer to `stats`: ranked results only.
public struct StatsAnswer: ServerMessage {
  public static let type: StaticString = "stats"
  /// The player whose statistics these are.
  public var player: String
  /// The game's id.
  public var game: String
  /// Finished matches.
  public var played: Int
  /// Solved matches.
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

  /// Solved matches in a hundred, rounded.
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
