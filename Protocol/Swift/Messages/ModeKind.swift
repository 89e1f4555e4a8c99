/// The ways in which a room lets people play a game.
public enum ModeKind: String, CaseIterable, Codable, Sendable {
  /// Everyone has a board of their own on the day's puzzle, once a day.
  case daily
  /// A board each on the same puzzle, in rounds, with standings.
  case race
  /// One shared board, credit by player.
  case together
  /// Alone, seeded, as often as wanted.
  case practice
}
