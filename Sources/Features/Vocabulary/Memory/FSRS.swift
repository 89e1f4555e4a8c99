import ParlorCore

/// FSRS-6, the Free Spaced Repetition Scheduler by Jarrett Ye and others: updates memory after a review, and schedules
/// the next one.
///
/// The published formulas (<https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm>) with the
/// default weights of py-fsrs 6.3.2. Days are whole: no time passes between reviews of the same day.
struct FSRS: Hashable, Sendable {
  /// The desired retention, in percent: 70 to 97.
  let retention: Int

  /// The allowed retentions: below, more is forgotten than learnt; above, reviews leave time for little else.
  static let retentions = 70...97
  /// The default retention.
  static let defaultRetention = 90

  /// A scheduler; the retention is clamped.
  init(retention: Int = defaultRetention) {
    self.retention = min(max(retention, Self.retentions.lowerBound), Self.retentions.upperBound)
  }

  /// The memory after the first review.
  func memory(after rating: Rating) -> Memory {
    Memory(stability: Self.weights[Int(rating.grade) - 1], difficulty: Self.initialDifficulty(rating))
  }

  /// The memory after a later review.
  ///
  /// - Parameter days: since the previous review; 0 or less for one of the same day.
  func memory(after rating: Rating, from memory: Memory, days: Int) -> Memory {
    let stability =
      if days < 1 {
        Self.shortTermStability(memory.stability, rating)
      } else if rating == .again {
        Self.forgottenStability(memory, retrievability(of: memory, days: days))
      } else {
        Self.recalledStability(memory, retrievability(of: memory, days: days), rating)
      }
    return Memory(stability: stability, difficulty: Self.difficulty(memory.difficulty, rating))
  }

  /// The probability of recall, 0 to 1.
  ///
  /// - Parameter days: since the last review; negative counts as 0.
  func retrievability(of memory: Memory, days: Int) -> Double {
    RealFunctions.power(1 + Self.factor * Double(max(days, 0)) / memory.stability, Self.decay)
  }

  /// Days until the probability of recall falls to the desired retention: 1 to 36,500.
  func interval(of memory: Memory) -> Int {
    let retention = Double(retention) / 100
    let days = memory.stability / Self.factor * (RealFunctions.power(retention, 1 / Self.decay) - 1)
    return Int(min(max(days.rounded(.toNearestOrEven), 1), Self.longestInterval))
  }

  // MARK: - Formulas

  private static func initialDifficulty(_ rating: Rating) -> Double {
    weights[4] - RealFunctions.exponential(weights[5] * (rating.grade - 1)) + 1
  }

  /// The change is damped near the greatest difficulty, and the result is moved slightly towards the difficulty of an
  /// easy word (mean reversion).
  private static func difficulty(_ difficulty: Double, _ rating: Rating) -> Double {
    let change = -weights[6] * (rating.grade - 3)
    let changed = difficulty + (10 - difficulty) * change / 9
    return weights[7] * initialDifficulty(.easy) + (1 - weights[7]) * changed
  }

  private static func shortTermStability(_ stability: Double, _ rating: Rating) -> Double {
    let increase =
      RealFunctions.exponential(weights[17] * (rating.grade - 3 + weights[18]))
      * RealFunctions.power(stability, -weights[19])
    return stability * (rating == .again ? increase : max(increase, 1))
  }

  private static func forgottenStability(_ memory: Memory, _ retrievability: Double) -> Double {
    let long =
      weights[11] * RealFunctions.power(memory.difficulty, -weights[12])
      * (RealFunctions.power(memory.stability + 1, weights[13]) - 1)
      * RealFunctions.exponential((1 - retrievability) * weights[14])
    return min(long, memory.stability / RealFunctions.exponential(weights[17] * weights[18]))
  }

  private static func recalledStability(_ memory: Memory, _ retrievability: Double, _ rating: Rating) -> Double {
    let weight = rating == .hard ? weights[15] : rating == .easy ? weights[16] : 1
    let increase =
      RealFunctions.exponential(weights[8]) * (11 - memory.difficulty)
      * RealFunctions.power(memory.stability, -weights[9])
      * (RealFunctions.exponential((1 - retrievability) * weights[10]) - 1) * weight
    return memory.stability * (1 + increase)
  }

  // MARK: - Constants

  /// w0 to w20: the defaults, fitted to the reviews of about ten thousand people.
  private static let weights = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483,
    0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ]
  private static let decay = -weights[20]
  /// Makes stability the number of days until the probability of recall is 90 %.
  private static let factor = RealFunctions.power(0.9, 1 / decay) - 1
  private static let longestInterval = 36_500.0
}

/// FSRS's memory state of a word.
struct Memory: Hashable, Sendable {
  /// Days until the probability of recall is 90 %: 0.001 to 36,500.
  let stability: Double
  /// 1 to 10.
  let difficulty: Double

  /// A state; values are clamped to their ranges.
  init(stability: Double, difficulty: Double) {
    self.stability = Self.clamped(stability, 0.001, 36_500)
    self.difficulty = Self.clamped(difficulty, 1, 10)
  }

  /// Total: NaN becomes the least value.
  private static func clamped(_ value: Double, _ least: Double, _ greatest: Double) -> Double {
    value >= least ? min(value, greatest) : least
  }
}

/// How well a word was recalled, as rated by its owner.
enum Rating: String, CaseIterable, Sendable {
  /// Not recalled.
  case again
  /// Recalled with difficulty.
  case hard
  /// Recalled after hesitation.
  case good
  /// Recalled at once.
  case easy

  /// FSRS' G: 1 to 4.
  var grade: Double {
    switch self {
    case .again: 1
    case .hard: 2
    case .good: 3
    case .easy: 4
    }
  }
}
