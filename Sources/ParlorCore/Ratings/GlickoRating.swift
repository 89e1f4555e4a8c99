/// A player's strength in a game by the Glicko-2 system: Mark Glickman, "Example of the Glicko-2 system"
/// (http://www.glicko.net/glicko/glicko2.pdf), whose steps these are.
///
/// Computed with functions that give the same bits on every platform. Nothing depends on that: a changed rating is
/// stored and not recomputed.
public struct GlickoRating: Hashable, Sendable {
  /// 1500 for a player who has not played; greater is better.
  public private(set) var value: Double
  /// The uncertainty: with a probability of 95 % the strength is within two deviations of the value.
  public private(set) var deviation: Double
  /// The expected change of the strength.
  public private(set) var volatility: Double

  /// The rating of a new player.
  public static let initial = GlickoRating(value: 1500, deviation: 350, volatility: 0.06)

  /// A rating, clamped to the valid range.
  public init(value: Double, deviation: Double, volatility: Double) {
    self.value = Self.within(-5000...8000, value, or: 1500)
    self.deviation = Self.within(20...350, deviation, or: 350)
    self.volatility = Self.within(0.01...0.2, volatility, or: 0.06)
  }

  private static func within(_ range: ClosedRange<Double>, _ value: Double, or other: Double) -> Double {
    value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : other
  }

  /// Whether the value is still a guess.
  public var isProvisional: Bool { deviation > 110 }

  /// The result of a match against one opponent.
  public struct Score: Hashable, Sendable {
    /// The opponent's rating before it.
    public let opponent: GlickoRating
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    public let points: Double
    /// Its weight: 1, or less for one of several opponents in the same match.
    public let weight: Double

    public init(against opponent: GlickoRating, points: Double, weight: Double = 1) {
      (self.opponent, self.points, self.weight) = (opponent, points, weight)
    }
  }

  /// The rating after a rating period.
  ///
  /// - Parameter periods: the rating periods that have passed, this one included, each of which adds uncertainty by the
  ///   volatility; 1 in the paper.
  public func after(_ scores: [Score], periods: Double = 1) -> GlickoRating {
    let (rating, points) = change(by: scores, periods: periods)
    return rating.moved(by: points.reduce(0, +))
  }

  /// The result of a rating period: deviation and volatility after it with the value before it, and the points that
  /// each score adds to the value.
  func change(by scores: [Score], periods: Double = 1) -> (rating: GlickoRating, points: [Double]) {
    let (mu, phi) = ((value - 1500) / Self.scale, deviation / Self.scale)
    let periods = max(0, periods)
    var (information, surprises) = (0.0, [Double]())
    for score in scores {
      let impact = Self.impact(score.opponent.deviation / Self.scale)
      let expected = 1 / (1 + RealFunctions.exponential(-impact * (mu - (score.opponent.value - 1500) / Self.scale)))
      information += score.weight * impact * impact * expected * (1 - expected)
      surprises.append(score.weight * impact * (score.points - expected))
    }
    guard information > 0 else {
      let grown = (phi * phi + periods * volatility * volatility).squareRoot()
      let rating = GlickoRating(value: value, deviation: grown * Self.scale, volatility: volatility)
      return (rating, scores.map { _ in 0 })
    }
    let variance = 1 / information
    let volatility = volatility(after: variance * surprises.reduce(0, +), variance: variance, phi: phi)
    let before = (phi * phi + periods * volatility * volatility).squareRoot()
    let deviation = 1 / (1 / (before * before) + information).squareRoot()
    return (
      GlickoRating(value: value, deviation: deviation * Self.scale, volatility: volatility),
      surprises.map { deviation * deviation * $0 * Self.scale }
    )
  }

  /// With another value, and the same deviation and volatility.
  func moved(by points: Double) -> GlickoRating {
    GlickoRating(value: value + points, deviation: deviation, volatility: volatility)
  }

  /// 400 / ln 10, as rounded in the paper.
  private static let scale = 173.7178
  /// The paper's τ, which limits changes of volatility.
  private static let constraint = 0.5
  private static let tolerance = 0.000001
  private static let mostSteps = 100

  /// The paper's g: an opponent's uncertainty reduces the weight of a result.
  private static func impact(_ phi: Double) -> Double {
    1 / (1 + 3 * phi * phi / (Double.pi * Double.pi)).squareRoot()
  }

  /// Step 5: the zero of a function, by the Illinois algorithm.
  private func volatility(after change: Double, variance: Double, phi: Double) -> Double {
    let start = 2 * RealFunctions.logarithm(volatility)
    func f(_ x: Double) -> Double {
      let power = RealFunctions.exponential(x)
      let spread = phi * phi + variance + power
      return power * (change * change - spread) / (2 * spread * spread)
        - (x - start) / (Self.constraint * Self.constraint)
    }
    var low = start
    var high: Double
    if change * change > phi * phi + variance {
      high = RealFunctions.logarithm(change * change - phi * phi - variance)
    } else {
      high = start - Self.constraint
      for _ in 0..<Self.mostSteps where f(high) < 0 { high -= Self.constraint }
    }
    var (atLow, atHigh) = (f(low), f(high))
    for _ in 0..<Self.mostSteps where abs(high - low) > Self.tolerance {
      let middle = low + (low - high) * atLow / (atHigh - atLow)
      let atMiddle = f(middle)
      if atMiddle * atHigh <= 0 {
        (low, atLow) = (high, atHigh)
      } else {
        atLow /= 2
      }
      (high, atHigh) = (middle, atMiddle)
    }
    return RealFunctions.exponential(low / 2)
  }
}
