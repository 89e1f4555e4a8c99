public import GameKit

extension SeededGenerator {
  /// Returns true with probability 1/`count`.
  public mutating func oneIn(_ count: Int) -> Bool { number(below: count) == 0 }

  /// A random one of the choices, which must not be empty.
  public mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[number(below: choices.count)] }
}
