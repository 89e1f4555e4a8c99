/// Identifies a player inside games and rooms. Stable across renames.
public struct PlayerID: Hashable, Comparable, Codable, Sendable {
  /// A positive number, unique on a server.
  public let number: Int64

  /// Wraps a number, which the server assigns.
  public init(_ number: Int64) { self.number = number }

  public static func < (left: PlayerID, right: PlayerID) -> Bool { left.number < right.number }

  public init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

/// Identifies a puzzle's content within its game, to record which players have finished it.
public struct PuzzleKey: Hashable, Codable, Sendable {
  /// Any text: a word, or a digest of a larger puzzle. Spaces separate the parts of a composite puzzle: a player who
  /// has had one part has had the puzzle.
  public let text: String

  /// Wraps a text, which must be equal for puzzles that reveal each other.
  public init(_ text: String) { self.text = text }
}

/// Time since a match began. Never negative.
public struct Elapsed: Hashable, Comparable, Codable, Sendable {
  /// Milliseconds since the first moment of the match.
  public let milliseconds: Int64

  /// The match's first moment.
  public static let zero = Elapsed(milliseconds: 0)

  /// Clamps at zero, since clocks are untrusted input.
  public init(milliseconds: Int64) { self.milliseconds = max(0, milliseconds) }

  public static func < (left: Elapsed, right: Elapsed) -> Bool { left.milliseconds < right.milliseconds }

  /// `1:42`, or `1:02:03` from an hour on.
  public var clockText: String {
    let seconds = milliseconds / 1000
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    func padded(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(rest))" : "\(minutes):\(padded(rest))"
  }
}

/// Who looks at a board; decides how much is shown.
public enum Viewer: Hashable, Sendable {
  /// A player at this board, who sees what the rules show to its players.
  case seat(PlayerID)
  /// A player elsewhere, or a watcher, who may know the puzzle and all letters.
  case informed
  /// Somebody who may see only what the rules make public: colours and counts, never letters.
  case outsider
}
