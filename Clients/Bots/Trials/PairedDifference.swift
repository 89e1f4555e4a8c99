internal import WireProtocol

/// Compares two bots on the same puzzles: the mean difference, its confidence interval, and the conclusion in words.
///
/// Method: Student's t on the differences per puzzle. They need not be normally distributed: their mean nearly is from
/// some thirty puzzles on, so there is a warning for fewer. If nearly all puzzles had equal results, or all differences
/// are equal, the interval is too narrow; hence ``leastDiffering``.
struct PairedDifference: Equatable {
  enum Measure: Equatable {
    /// Tries; an unsolved puzzle counts as one more than the most. Fewer are better.
    case tries
    case points

    var word: String {
      switch self {
      case .tries: "tries"
      case .points: "points"
      }
    }
  }

  struct Refusal: Error, Equatable {
    let message: String
  }

  let measure: Measure
  let count: Int
  let mean: Double
  /// The 95 % confidence interval of the mean.
  let low: Double
  let high: Double
  /// The number of puzzles on which each was better.
  let firstBetter: Int
  let secondBetter: Int

  /// - Throws: a refusal if the reports are not about the same puzzles.
  init(_ first: TrialReport, _ second: TrialReport) throws(Refusal) {
    guard first.summary.game == second.summary.game else {
      throw Refusal(message: "the first is for \(first.summary.game) and the second for \(second.summary.game)")
    }
    guard first.summary.series == second.summary.series, first.points.count == second.points.count else {
      throw Refusal(
        message: "they are for different puzzles: give both the same seed, number of puzzles and settings")
    }
    if let one = Self.tries(of: first), let other = Self.tries(of: second), one.count == other.count {
      try self.init(one, other, measure: .tries)
    } else {
      try self.init(first.points.map(Double.init), second.points.map(Double.init), measure: .points)
    }
  }

  /// The tries of each puzzle; `nil` if one was not solved and the game does not define its tries.
  private static func tries(of report: TrialReport) -> [Double]? {
    var tries: [Double] = []
    for number in report.tries {
      guard let number = number ?? report.summary.lossTries else { return nil }
      tries.append(Double(number))
    }
    return tries
  }

  /// - Throws: a refusal for fewer than two pairs.
  init(_ first: [Double], _ second: [Double], measure: Measure) throws(Refusal) {
    let differences = zip(first, second).map { $0 - $1 }
    guard differences.count >= 2 else { throw Refusal(message: "a comparison needs at least two puzzles") }
    let number = Double(differences.count)
    let mean = differences.reduce(0, +) / number
    let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (number - 1)
    let margin = Self.quantile(freedom: differences.count - 1) * (variance / number).squareRoot()
    let lower = differences.count { $0 < 0 }
    let greater = differences.count { $0 > 0 }
    self.measure = measure
    count = differences.count
    self.mean = mean
    low = mean - margin
    high = mean + margin
    switch measure {
    case .tries: (firstBetter, secondBetter) = (lower, greater)
    case .points: (firstBetter, secondBetter) = (greater, lower)
    }
  }

  /// Student's t at 97.5 %: from a table for few degrees of freedom, otherwise by the expansion of Cornish and Fisher
  /// (Abramowitz and Stegun 26.7.5), which is correct to three digits there.
  static func quantile(freedom: Int) -> Double {
    let table = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228]
    guard freedom > table.count else { return table[max(0, freedom - 1)] }
    let (z, n) = (1.959_963_985, Double(freedom))
    let (z3, z5, z7) = (z * z * z, z * z * z * z * z, z * z * z * z * z * z * z)
    let first = (z3 + z) / 4 / n
    let second = (5 * z5 + 16 * z3 + 3 * z) / 96 / (n * n)
    let third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384 / (n * n * n)
    return z + first + second + third
  }

  /// With fewer differing puzzles nothing is shown, whatever the interval: of five, all favour the same one of two
  /// equal bots by chance once in sixteen times.
  static let leastDiffering = 6

  var differing: Int { firstBetter + secondBetter }

  /// Whether one is better: the interval excludes zero, and enough puzzles differ.
  var isShown: Bool { excludesZero && differing >= Self.leastDiffering }

  var isFirstWorse: Bool { isShown && !firstIsBetter }

  private var excludesZero: Bool { low > 0 || high < 0 }

  func tally(_ first: String, _ second: String) -> String {
    func times(_ number: Int) -> String { number == 1 ? "once" : "\(FigureText.text(Double(number), digits: 0)) times" }
    let equal = count - differing
    return "On \(FigureText.text(Double(count), digits: 0)) puzzles \(first) did better \(times(firstBetter)), "
      + "\(second) \(times(secondBetter)); \(FigureText.text(Double(equal), digits: 0)) were equal."
  }

  private var firstIsBetter: Bool {
    switch measure {
    case .tries: mean < 0
    case .points: mean > 0
    }
  }

  func verdict(_ first: String, _ second: String) -> String {
    let (better, worse) = firstIsBetter ? (first, second) : (second, first)
    let (least, most) = mean < 0 ? (0 - high, 0 - low) : (low, high)
    func text(_ value: Double) -> String { FigureText.text(value, digits: 2) }
    guard isShown else {
      if differing == 0 { return "No difference: \(first) and \(second) did the same on every puzzle." }
      let figures =
        "\(first) minus \(second) is \(text(mean)) \(measure.word) a puzzle (95 %: \(text(low)) to \(text(high)))."
      guard excludesZero else { return "No difference shown: \(figures)" }
      return "Too few puzzles differ to tell, \(differing) instead of \(Self.leastDiffering): \(figures)"
    }
    let what: String
    switch measure {
    case .tries: what = "needs \(text(abs(mean))) tries fewer than \(worse)"
    case .points: what = "has \(text(abs(mean))) points more than \(worse)"
    }
    return "\(better) \(what) (95 %: \(text(least)) to \(text(most))): \(better) is better."
  }
}
