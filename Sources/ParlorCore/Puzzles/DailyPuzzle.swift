import GameKit
public import WireProtocol

/// Commitments to dailies: at a day's start everyone gets `SHA-256(nonce ‖ puzzle)`, and nonce and puzzle when the day
/// is over, so that anyone can verify that the puzzle was not changed.
public enum Commitment {
  /// The published hash: of the nonce's hexadecimal text and the puzzle as compact JSON with sorted keys, as on the
  /// wire.
  public static func hash(nonce: String, puzzle: JSON) -> String {
    var hash = SHA256()
    hash.update(nonce.utf8)
    hash.update(puzzle.text.utf8)
    return "sha256:" + hash.finished().hex
  }

  /// The nonce of a game's daily, which cannot be guessed without the season's key.
  static func nonce(of game: String, on day: Day, _ season: SeasonKey) -> String {
    Hex.text(of: season.digest(for: "\(game)/nonce/\(day.number)").bytes.prefix(16))
  }
}

/// A game's daily with its nonce.
struct DailyPuzzle {
  let game: String
  let puzzle: JSON
  let nonce: String
  let commitment: String

  /// Which puzzle.
  struct Key: Hashable {
    let game: String
    let day: Day
  }

  /// The most puzzles that are cached: a month of three games.
  static let mostRemembered = 96
}

extension Hub {
  /// The games whose dailies a viewer may know after the day.
  func openGames(of day: Day, for viewer: Player) -> [GameModule] {
    puzzles.dailyGames.filter { mayKnow(viewer, .day(game: $0.info.id, day)) }
  }

  /// The puzzles of a past day with their nonces, as far as a viewer may know them: no others are made.
  func opened(_ day: Day, for viewer: Player) -> OpenedAnswer? {
    guard day < openSince else { return nil }
    var opened: JSONObject = [:]
    for game in openGames(of: day, for: viewer) {
      guard let daily = puzzles.daily(of: game, on: day) else { continue }
      opened[daily.game] = ["puzzle_data": daily.puzzle, "nonce": .string(daily.nonce)]
    }
    return opened.isEmpty ? nil : OpenedAnswer(day: day.text, puzzles: opened)
  }

  /// Whether ``opened(_:for:)`` has to make a puzzle that is not cached.
  func hasToMakePuzzles(of day: Day, for viewer: Player) -> Bool {
    day < openSince
      && openGames(of: day, for: viewer).contains {
        puzzles.dailies[DailyPuzzle.Key(game: $0.info.id, day: day)] == nil
      }
  }
}
