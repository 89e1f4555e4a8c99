/// What FSRS knows of how well a word is remembered.
public struct Memory: Hashable, Sendable {
  /// Days until it is remembered with a probability of 90 %: 0.001 to 36,500.
  public let stability: Double
  /// 1 to 10.
  public let difficulty: Double

  /// A state; what is out of range is brought into it.
  public init(stability: Double, difficulty: Double) {
    self.stability = Self.clamped(stability, 0.001, 36_500)
    self.difficulty = Self.clamped(difficulty, 1, 10)
  }

  /// Total: what is not a number becomes the least.
  private static func clamped(_ value: Double, _ least: Double, _ greatest: Double) -> Double {
    value >= least ? min(value, greatest) : least
  }
}
