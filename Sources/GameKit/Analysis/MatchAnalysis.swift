/// How well the guesses of a finished match were chosen, and what luck brought.
///
/// `V(S)` is the number of guesses that a solver expects to need where the possible answers are `S`, all equally
/// likely. `Q(g)` is that number with `g` as the next guess: 1 + the mean of `V` over what `g` can leave. Then
///
///     guesses = start + skill − luck − helped − remaining − residual
///
/// where `start` is the best opening's `Q`, and `remaining` is the `V` that a lost match ends with.
public struct MatchAnalysis: Hashable, Sendable {
  /// The expected number of guesses before the first one.
  public var start: Double
  /// The guesses in order.
  public var guesses: [AnalysedGuess] = []
  /// How many expected guesses hints have saved.
  public var helped = 0.0
  /// The expected number of guesses at the end: 0 where the answer was found.
  public var remaining: Double
  /// The noun for possible answers: `words`, or `orders` of letters.
  public var noun: Noun

  /// The nouns for a game's possible answers.
  public enum Noun: String, Sendable {
    /// Words of a list.
    case words
    /// Orders of some letters.
    case orders
  }

  /// An analysis before the first guess.
  public init(start: Double, noun: Noun) { (self.start, remaining, self.noun) = (start, start, noun) }

  /// The sum of ``AnalysedGuess/cost``.
  public var skill: Double { guesses.reduce(0) { $0 + $1.cost } }

  /// The sum of ``AnalysedGuess/luck``.
  public var luck: Double { guesses.reduce(0) { $0 + $1.luck } }

  /// By how much the player's guesses were better than the best that the solver has found; 0 if its search is exact.
  public var residual: Double { start + skill - luck - helped - remaining - Double(guesses.count) }

  /// Adds a guess, after which `remaining` is the expected number.
  public mutating func add(_ guess: AnalysedGuess) {
    guesses.append(guess)
    remaining = guess.expectedAfter
  }

  /// Notes a hint, after which `remaining` is the expected number.
  public mutating func help(leaving remaining: Double) {
    helped += self.remaining - remaining
    self.remaining = remaining
  }
}

/// A guess of a finished match.
public struct AnalysedGuess: Hashable, Sendable {
  /// The guess as it was made.
  public var guess: String
  /// The guess that the solver expects to need the fewest guesses with.
  public var best: String
  /// `Q` of the guess.
  public var expected: Double
  /// `Q` of the best guess: never more than ``expected``.
  public var expectedOfBest: Double
  /// `V` of what the guess has left.
  public var expectedAfter: Double
  /// The number of possible answers that the guess has left.
  public var answersLeft: Int
  /// The number of accepted guesses that fit, where not all of them are possible answers.
  public var fittingLeft: Int?

  /// A guess.
  ///
  /// - Parameters:
  ///   - best: the solver's best guess, and what it expects with it: the guess itself is the best if it is better.
  ///   - left: the number of possible answers after the guess, and the expected number of guesses then.
  public init(
    _ guess: String, expected: Double, best: (guess: String, expected: Double), left: (answers: Int, expected: Double),
    fitting: Int? = nil
  ) {
    self.guess = guess
    self.best = expected <= best.expected ? guess : best.guess
    self.expected = expected
    expectedOfBest = min(expected, best.expected)
    (answersLeft, expectedAfter, fittingLeft) = (left.answers, left.expected, fitting)
  }

  /// How many more guesses were to be expected with this one than with the best: never negative.
  public var cost: Double { expected - expectedOfBest }

  /// How many fewer guesses were to be expected after this one than on average.
  public var luck: Double { expected - 1 - expectedAfter }
}
