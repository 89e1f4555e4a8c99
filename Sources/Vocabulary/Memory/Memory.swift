/// FSRS's memory state of a word.
public struct Memory: Hashable, Sendable {
  /// Days until the probability of recall is 90 %: 0.001 to 36,500.
  public let stability: Double
  /// 1 to 10.
  public let difficulty: Double

  /// A state; values are clamped to their ranges.
  public init(stability: Double, difficulty: Double) {
    self.stability = Self.clamped(stability, 0.001, 36_500)
    self.difficulty = Self.clamped(difficulty, 1, 10)
  }

  /// Total: NaN becomes the least value.
  private static func clamped(_ value: Double, _ least: Double, _ greatest: Double) -> Double {
    value >= least ? min(value, greatest) : least
  }
}
