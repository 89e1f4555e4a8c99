/// How long to wait before trying to come back: twice as long after each failure, up to a limit, and a part of it by
/// chance, so that the players of a server that restarts do not all come at once.
public struct Backoff: Hashable, Sendable {
  /// The longest first wait.
  public var first: Duration
  /// The longest wait of all.
  public var greatest: Duration
  /// The part of a wait that chance decides, from 0 (none) to 1 (all of it).
  public var jitter: Double
  /// A link that has held for so long starts anew, with the first wait.
  public var forgetAfter: Duration
  /// When to give up for good, counted from the loss of the link; `nil` for never.
  public var giveUpAfter: Duration?

  /// A way to wait: from a quarter of a second to fifteen, half of it by chance, for ever.
  public init(
    first: Duration = .milliseconds(250), greatest: Duration = .seconds(15), jitter: Double = 0.5,
    forgetAfter: Duration = .seconds(10), giveUpAfter: Duration? = nil
  ) {
    self.first = first
    self.greatest = greatest
    self.jitter = jitter
    self.forgetAfter = forgetAfter
    self.giveUpAfter = giveUpAfter
  }

  /// The wait before an attempt, the first of which is 0.
  public func delay(before attempt: Int, using generator: inout some RandomNumberGenerator) -> Duration {
    var longest = max(first, .zero)
    for _ in 0..<min(max(attempt, 0), 40) where longest < greatest { longest = longest * 2 }
    longest = min(longest, max(greatest, .zero))
    let share = jitter.isNaN ? 0 : min(max(jitter, 0), 1)
    return longest * (1 - share * Self.chance(&generator))
  }

  /// The wait before coming back to a server that has said when it will be there: not before, and not all at once.
  public func delay(announced: Duration, using generator: inout some RandomNumberGenerator) -> Duration {
    max(announced, .zero) + first * Self.chance(&generator)
  }

  /// A number from 0 to just below 1: of the generator's next number alone, so that a test can say which.
  private static func chance(_ generator: inout some RandomNumberGenerator) -> Double {
    Double(generator.next() >> 11) * 0x1p-53
  }
}
