public import GameKit
public import Kernel

/// A question that the loop does not answer itself, since the answer lies in what is stored.
public enum Query: Hashable, Sendable {
  /// How a player has done in a game. `today` decides whether a streak is alive.
  case statistics(player: PlayerID, game: String, today: Int)
  /// The best of a period in a mode: named players, bots or people, by average score. Those with fewer games than the
  /// period asks for (``LeaderboardPeriod/leastGames``) come after all others.
  case leaderboard(game: String, mode: String, period: LeaderboardPeriod, today: Int, bots: Bool, limit: Int)
  /// A player's results, that which was finished last first: those that come after that of a given match.
  case history(player: PlayerID, game: String?, before: Int64?, limit: Int)
  /// The puzzles that both have finished, dailies of the same day, the newest first.
  case comparison(PlayerID, PlayerID, game: String, limit: Int)
  /// A whole match with its moves and results.
  case match(Int64)
  /// The puzzles that a player has had on a board of the player's own.
  case puzzles(player: PlayerID)
  /// About the channel.
  case channel(ChannelQuery)
  /// A player's finished dailies of a game on the puzzles of these days, the first day first.
  case dailies(player: PlayerID, game: String, days: ClosedRange<Int>)
  /// What the lines of a document lead to.
  case document(DocumentID)
  /// What happened to a player between two times: the newest so many.
  case timeline(PlayerID, from: Instant, to: Instant, limit: Int)
  /// A part of all that is stored of a player.
  case export(PlayerID, from: ExportPlace)
}

/// The time that a leaderboard covers.
public enum LeaderboardPeriod: String, CaseIterable, Sendable {
  /// Today.
  case day
  /// The last seven days, today among them.
  case week
  /// The present calendar month; of claimed results only.
  case month
  /// All time.
  case all

  /// Games that somebody must have finished in the period to have a place by average score, so that one lucky game
  /// does not lead for ever.
  public var leastGames: Int {
    switch self {
    case .day: 1
    case .week: 3
    case .month, .all: 10
    }
  }
}

/// The answer to a ``Query``, in the same order of cases.
public enum QueryAnswer: Sendable {
  case statistics(PlayerStatistics)
  case leaderboard([LeaderboardEntry])
  case history([StoredResult], more: Bool)
  case comparison([ComparedResult], summary: ComparisonSummary)
  /// `nil` when there is no such match.
  case match(StoredMatchHistory?)
  case puzzles([HadPuzzle])
  case channel(ChannelAnswer)
  case dailies([StoredResult])
  /// The state, and whether something of the document is lost.
  case document(any Sendable, isDamaged: Bool)
  /// The oldest first, and whether there are older ones.
  case timeline([StoredMoment], more: Bool)
  case export(StoredExport)
  /// The question could not be answered; what was to be stored with it is stored all the same.
  case unavailable(StorageFailure)
}

/// How a player has done in a game: ranked results only.
public struct PlayerStatistics: Hashable, Sendable {
  /// Finished.
  public var played = 0
  /// Solved.
  public var won = 0
  /// Dailies solved on consecutive days up to today or yesterday; alive until the day ends.
  public var streak = 0
  /// The longest such run ever.
  public var bestStreak = 0
  /// How many were solved in how many tries, by tries.
  public var distribution: [Int: Int] = [:]
  /// The mean of the tries of solved ones.
  public var average: Double?

  /// Nothing played yet.
  public init() {}
}

/// A line of a leaderboard.
public struct LeaderboardEntry: Hashable, Sendable {
  /// Who.
  public var name: String
  /// Finished in the period.
  public var played: Int
  /// Solved in the period.
  public var won: Int
  /// The sum of scores.
  public var score: Int

  /// A line.
  public init(name: String, played: Int, won: Int, score: Int) {
    self.name = name
    self.played = played
    self.won = won
    self.score = score
  }
}

/// A daily that both players have finished.
public struct ComparedResult: Hashable, Sendable {
  /// The puzzle's day.
  public var day: Int
  /// The first player's result.
  public var first: StoredResult
  /// The second player's result.
  public var second: StoredResult

  /// A pair of results.
  public init(day: Int, first: StoredResult, second: StoredResult) {
    self.day = day
    self.first = first
    self.second = second
  }
}

/// Head to head over all dailies that both have finished.
public struct ComparisonSummary: Hashable, Sendable {
  /// Dailies that both have finished.
  public var played = 0
  /// Where the first player's score was greater.
  public var firstWins = 0
  /// Where the second player's score was greater.
  public var secondWins = 0

  /// Nothing compared yet.
  public init() {}
}

/// A whole match as it is kept.
public struct StoredMatchHistory: Sendable {
  /// The match.
  public var match: StoredMatch
  /// Whether it is still open.
  public var isOpen: Bool
  /// Its moves in order.
  public var moves: [StoredMove]
  /// Names of those who moved, by number, where they are still known.
  public var names: [PlayerID: String]
  /// Its results.
  public var results: [StoredResult]
  /// Whether something of it is not what was stored.
  public var isDamaged = false

  /// A match.
  public init(
    match: StoredMatch, isOpen: Bool, moves: [StoredMove], names: [PlayerID: String], results: [StoredResult]
  ) {
    self.match = match
    self.isOpen = isOpen
    self.moves = moves
    self.names = names
    self.results = results
  }
}

/// A puzzle that somebody has had.
public struct HadPuzzle: Hashable, Sendable {
  /// The game's id.
  public var game: String
  /// Names the puzzle's content.
  public var key: PuzzleKey

  /// A puzzle of a game.
  public init(game: String, key: PuzzleKey) {
    self.game = game
    self.key = key
  }
}
