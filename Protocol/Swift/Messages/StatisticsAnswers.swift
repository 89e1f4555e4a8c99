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
  /// The mean number of tries of those that were solved.
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
    /// From 1; `nil` for who has finished too few games in the period.
    public var place: Int?
    /// Who.
    public var player: String
    /// Finished in the period.
    public var played: Int
    /// Solved in the period.
    public var won: Int
    /// The sum of points: what claimed results are ranked by.
    public var points: Int
    /// A line.
    public init(place: Int?, player: String, played: Int, won: Int, points: Int) {
      self.place = place
      self.player = player
      self.played = played
      self.won = won
      self.points = points
    }
    /// The mean of points, to two digits: what results played here are ranked by.
    public var average: Double { played > 0 ? (Double(points) / Double(played) * 100).rounded() / 100 : 0 }
  }
  /// The game's id.
  public var game: String
  /// Results of which mode count; `nil` for claimed results.
  public var mode: String?
  /// `day`, `week`, `month` or `all`.
  public var period: String
  /// Games that somebody must have finished in the period to have a place.
  public var leastGames: Int
  /// Whether results are counted that were played elsewhere and claimed here.
  public var claimed: Bool { mode == nil }
  /// Whether bots are listed instead of people.
  public var bots: Bool
  /// From the best down.
  public var lines: [Line]

  /// A leaderboard.
  public init(game: String, mode: String?, period: String, leastGames: Int = 1, bots: Bool, lines: [Line]) {
    self.game = game
    self.mode = mode
    self.period = period
    self.leastGames = leastGames
    self.bots = bots
    self.lines = lines
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("game", game)
    json.field("mode", ifPresent: mode)
    json.field("period", period)
    json.field("bots", bots)
    if claimed { json.field("claimed", true) } else { json.field("least_games", leastGames) }
    json.key("entries")
    json.beginArray()
    for line in lines {
      json.beginObject()
      json.field("place", ifPresent: line.place)
      json.field("player", line.player)
      json.field("played", line.played)
      json.field("won", line.won)
      json.field("points", line.points)
      if !claimed { json.field("average", line.average) }
      json.endObject()
    }
    json.endArray()
  }
}
