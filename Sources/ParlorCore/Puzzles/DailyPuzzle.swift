import GameKit
public import WireProtocol

/// Dailies are committed to beforehand: at a day's start everyone learns `SHA-256(nonce ‖ puzzle)`, and when the
/// day is over what goes in, so that anyone can verify that nobody changed the puzzle meanwhile.
public enum Commitment {
  /// The hash that is published: over the nonce's hexadecimal text and the puzzle as compact JSON with its keys in
  /// order, as the wire carries it.
  public static func hash(nonce: String, puzzle: JSON) -> String {
    var hash = SHA256()
    hash.update(nonce.utf8)
    hash.update(puzzle.text.utf8)
    return "sha256:" + hash.finished().hex
  }

  /// The nonce of a game's puzzle of a day: nobody without the season's key can guess it.
  static func nonce(of game: String, on day: Day, _ season: SeasonKey) -> String {
    Hex.text(of: season.digest(for: "\(game)/nonce/\(day.number)").bytes.prefix(16))
  }
}

/// A game's puzzle of a day, and what hides and opens it.
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

  /// The most that are remembered: a month of three games.
  static let mostRemembered = 96
}

extension Hub {
  /// The games whose puzzles of a day a viewer may know, once it is over.
  func openGames(of day: Day, for viewer: Player) -> [GameModule] {
    puzzles.dailyGames.filter { mayKnow(viewer, .day(game: $0.info.id, day)) }
  }

  /// The puzzles of a day that is over with their nonces, as far as a viewer may know them: no other is made.
  func opened(_ day: Day, for viewer: Player) -> OpenedAnswer? {
    guard day < openSince else { return nil }
    var opened: JSONObject = [:]
    for game in openGames(of: day, for: viewer) {
      guard let daily = puzzles.daily(of: game, on: day) else { continue }
      opened[daily.game] = ["puzzle_data": daily.puzzle, "nonce": .string(daily.nonce)]
    }
    return opened.isEmpty ? nil : OpenedAnswer(day: day.text, puzzles: opened)
  }

  /// Whether ``opened(_:for:)`` has to make a puzzle that is not remembered.
  func hasToMakePuzzles(of day: Day, for viewer: Player) -> Bool {
    day < openSince
      && openGames(of: day, for: viewer).contains {
        puzzles.dailies[DailyPuzzle.Key(game: $0.info.id, day: day)] == nil
      }
  }
}
