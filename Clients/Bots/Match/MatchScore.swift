#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The score of a match's first side (1 for a won game, one half for a draw) and its confidence interval.
///
/// The interval is Wilson's (E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA
/// 22, 1927) with 95 %, at the effective number of games (L. Kish, "Survey Sampling", 1965): `n s (1 - s) / v`, where
/// `v` is the variance of the scores, since draws have less variance than decided games. Two games on the same seed
/// with sides exchanged form one pair, whose mean counts once: the advantage of side and deal is the same in both. If
/// all scores are equal, `v` is unknown and `n` is used.
struct MatchScore: Equatable {
  let won: Int
  let drawn: Int
  let lost: Int
  /// Over distinct pairs or games: those that repeat earlier ones move by move are not counted again.
  let score: Double
  let low: Double
  let high: Double
  /// The number of distinct pairs or games.
  let distinct: Int
  /// The number of all pairs or games.
  let units: Int
  /// The distinct games that were not drawn.
  private let decided: Int

  init(_ games: [MatchGame]) {
    won = games.count { $0.winner == .first }
    lost = games.count { $0.winner == .second }
    drawn = games.count - won - lost
    let pairs = Self.pairs(games)
    units = pairs.count
    var seen: Set<String> = []
    let different = pairs.filter { pair in
      let plays = pair.compactMap(\.play)
      return plays.count < pair.count || seen.insert(plays.joined(separator: "\n")).inserted
    }
    distinct = different.count
    decided = different.joined().count { $0.winner != nil }
    let scores = different.map { pair in pair.reduce(0) { $0 + $1.score } / Double(pair.count) }
    score = scores.isEmpty ? 0.5 : scores.reduce(0, +) / Double(scores.count)
    (low, high) = Self.interval(scores)
  }

  /// Groups the games by seed.
  private static func pairs(_ games: [MatchGame]) -> [[MatchGame]] {
    var pairs: [[MatchGame]] = []
    for game in games {
      if game.opener != nil, let last = pairs.indices.last, pairs[last].first?.seed == game.seed {
        pairs[last].append(game)
      } else {
        pairs.append([game])
      }
    }
    return pairs
  }

  /// The interval of the mean of scores from 0 to 1.
  static func interval(_ scores: [Double]) -> (low: Double, high: Double) {
    guard !scores.isEmpty else { return (0, 1) }
    var count = Double(scores.count)
    let mean = scores.reduce(0, +) / count
    let variance = scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / max(1, count - 1)
    if variance > 0 { count *= max(1, mean * (1 - mean) / variance) }
    let square = normalQuantile * normalQuantile
    let centre = (mean + square / (2 * count)) / (1 + square / count)
    let margin =
      normalQuantile / (1 + square / count) * (mean * (1 - mean) / count + square / (4 * count * count)).squareRoot()
    return (max(0, centre - margin), min(1, centre + margin))
  }

  /// The 97.5 % quantile of the normal distribution.
  private static let normalQuantile = 1.959_963_985

  /// Whether the interval excludes one half.
  var excludesHalf: Bool { low > 0.5 || high < 0.5 }

  /// Whether one side is better: the interval says so, and enough games were decided.
  var isShown: Bool { excludesHalf && decided >= PairedDifference.leastDiffering }

  /// Whether the first side is shown to be worse.
  var isFirstWorse: Bool { isShown && score < 0.5 }

  /// The difference in Elo ratings for a score, by the logistic formula; `nil` if it would be infinite.
  static func elo(_ score: Double) -> Double? {
    guard score > 0, score < 1 else { return nil }
    return 400 * log10(score / (1 - score))
  }
}
