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
}

extension Hub {
  /// By game: what today's puzzle is committed to.
  func commitments() -> JSONObject {
    var commitments: JSONObject = [:]
    for daily in puzzles(of: today) { commitments[daily.game] = .string(daily.commitment) }
    return commitments
  }

  /// The games whose puzzles of a day that is over a viewer may know.
  func openGames(of day: Day, for viewer: Player) -> [String] {
    puzzles(of: day).map(\.game).filter { mayKnow(viewer, .day(game: $0, day)) }
  }

  /// The puzzles of a day that is over with their nonces, as far as a viewer may know them.
  func opened(_ day: Day, for viewer: Player) -> OpenedAnswer? {
    guard day < today else { return nil }
    var opened: JSONObject = [:]
    for daily in puzzles(of: day) where mayKnow(viewer, .day(game: daily.game, day)) {
      opened[daily.game] = ["puzzle": daily.puzzle, "nonce": .string(daily.nonce)]
    }
    return opened.isEmpty ? nil : OpenedAnswer(day: day.text, puzzles: opened)
  }

  private func puzzles(of day: Day) -> [DailyPuzzle] {
    if let known = dailyPuzzles[day] { return known }
    // Everybody is greeted with today's, so that looking back does not push them out.
    if dailyPuzzles.count >= 8 {
      dailyPuzzles = dailyPuzzles.filter { $0.key == today || $0.key.next == today }
    }
    let puzzles = configuration.games.compactMap { puzzle(of: $0, on: day) }
    dailyPuzzles[day] = puzzles
    return puzzles
  }

  private func puzzle(of game: GameModule, on day: Day) -> DailyPuzzle? {
    guard game.info.modes.contains(.daily),
      let match = try? game.match(on: day, season: configuration.season, settings: dailySettings(of: game)),
      let puzzle = try? match.puzzle()
    else { return nil }
    let nonce = Commitment.nonce(of: game.info.id, on: day, configuration.season)
    return DailyPuzzle(
      game: game.info.id, puzzle: puzzle, nonce: nonce, commitment: Commitment.hash(nonce: nonce, puzzle: puzzle))
  }
}
