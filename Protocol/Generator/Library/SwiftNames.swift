/// Converts names of the wire to Swift.
enum SwiftNames {
  private static let units = ["s": "seconds", "ms": "milliseconds", "us": "microseconds"]

  /// `player_count` is `playerCount`, `ends_in_s` is `endsInSeconds`.
  static func camel(_ name: String) -> String {
    let words = name.split(separator: "_").map { units[String($0)] ?? String($0) }
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// `LearntWord` is `learnt_word`, as shared schemas are named.
  static func snake(_ name: String) -> String {
    var snake = ""
    for character in name {
      if character.isUppercase, !snake.isEmpty { snake += "_" }
      snake += character.lowercased()
    }
    return snake
  }
}
