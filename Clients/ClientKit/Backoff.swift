/// The delays between attempts to reconnect: doubled after each failure up to a limit, and partly random, so that the
/// clients of a restarting server do not all return at once.
public struct Backoff: Hashable, Sendable {
  /// The upper bound of the first delay.
  public var first: Duration
  /// The upper bound of any delay.
  public var greatest: Duration
  /// The random part of a delay, from 0 (none) to 1 (all of it).
  public var jitter: Double
  /// A link that has lasted this long resets the delays.
  public var forgetAfter: Duration
  /// How long after the loss of the link to give up; `nil` for never.
  public var giveUpAfter: Duration?

  /// By default 250 ms to 15 s, half of it random, without giving up.
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

  /// The delay before an attempt, counted from 0.
  public func delay(before attempt: Int, using generator: inout some RandomNumberGenerator) -> Duration {
    var longest = max(first, .zero)
    for _ in 0..<min(max(attempt, 0), 40) where longest < greatest { longest = longest * 2 }
    longest = min(longest, max(greatest, .zero))
    let share = jitter.isNaN ? 0 : min(max(jitter, 0), 1)
    return longest * (1 - share * Self.chance(&generator))
  }

  /// The delay before returning to a server that has announced when it will be back: not earlier, and partly random.
  public func delay(announced: Duration, using generator: inout some RandomNumberGenerator) -> Duration {
    max(announced, .zero) + first * Self.chance(&generator)
  }

  /// A number in 0..<1 from the generator's next number alone, so that a test can determine it.
  private static func chance(_ generator: inout some RandomNumberGenerator) -> Double {
    Double(generator.next() >> 11) * 0x1p-53
  }
}
