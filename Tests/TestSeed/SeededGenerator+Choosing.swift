public import GameKit

extension SeededGenerator {
  /// True once in `count` times.
  public mutating func oneIn(_ count: Int) -> Bool { number(below: count) == 0 }

  /// One of the choices, of which there has to be one.
  public mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[number(below: choices.count)] }
}
