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
  /// By game: what today's puzzle is committed to.
  func commitments() -> JSONObject {
    var commitments: JSONObject = [:]
    for game in dailyGames {
      if let daily = puzzle(of: game, on: today) { commitments[daily.game] = .string(daily.commitment) }
    }
    return commitments
  }

  private var dailyGames: [GameModule] { configuration.games.filter { $0.info.modes.contains(.daily) } }

  /// The games whose puzzles of a day a viewer may know, once it is over.
  func openGames(of day: Day, for viewer: Player) -> [String] {
    dailyGames.map(\.info.id).filter { mayKnow(viewer, .day(game: $0, day)) }
  }

  /// The puzzles of a day that is over with their nonces, as far as a viewer may know them: no other is made.
  func opened(_ day: Day, for viewer: Player) -> OpenedAnswer? {
    guard day < today else { return nil }
    var opened: JSONObject = [:]
    for game in dailyGames where mayKnow(viewer, .day(game: game.info.id, day)) {
      guard let daily = puzzle(of: game, on: day) else { continue }
      opened[daily.game] = ["puzzle_data": daily.puzzle, "nonce": .string(daily.nonce)]
    }
    return opened.isEmpty ? nil : OpenedAnswer(day: day.text, puzzles: opened)
  }

  /// Whether ``opened(_:for:)`` has to make a puzzle that is not remembered.
  func hasToMakePuzzles(of day: Day, for viewer: Player) -> Bool {
    day < today
      && openGames(of: day, for: viewer).contains { dailyPuzzles[DailyPuzzle.Key(game: $0, day: day)] == nil }
  }

  /// A game's puzzle of a day, made once: what it takes is counted, and refused by whoever is asked for it.
  private func puzzle(of game: GameModule, on day: Day) -> DailyPuzzle? {
    let key = DailyPuzzle.Key(game: game.info.id, day: day)
    if let known = dailyPuzzles[key] { return known }
    // Everybody is greeted with today's, so that looking back does not push them out.
    if dailyPuzzles.count >= DailyPuzzle.mostRemembered {
      dailyPuzzles = dailyPuzzles.filter { $0.key.day == today || $0.key.day.next == today }
    }
    let made = makingPuzzle {
      try? game.match(on: day, season: configuration.season, settings: dailySettings(of: game)).puzzle()
    }
    guard let puzzle = made else { return nil }
    let nonce = Commitment.nonce(of: game.info.id, on: day, configuration.season)
    let daily = DailyPuzzle(
      game: game.info.id, puzzle: puzzle, nonce: nonce, commitment: Commitment.hash(nonce: nonce, puzzle: puzzle))
    dailyPuzzles[key] = daily
    return daily
  }
}
