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

extension Hub {
  /// By game: what today's puzzle is committed to.
  func commitments() -> JSONObject {
    if let cached = cachedCommitments, cached.day == today { return cached.commitments }
    var commitments: JSONObject = [:]
    for (game, puzzle, nonce) in puzzles(of: today) {
      commitments[game] = .string(Commitment.hash(nonce: nonce, puzzle: puzzle))
    }
    cachedCommitments = (today, commitments)
    return commitments
  }

  /// The puzzles of a day with their nonces, for a viewer who may know all of them.
  func opened(_ day: Day, for viewer: Player) -> OpenedAnswer? {
    var opened: JSONObject = [:]
    guard day < today else { return nil }
    for (game, puzzle, nonce) in puzzles(of: day) {
      guard mayKnow(viewer, .day(game: game, day)) else { continue }
      opened[game] = ["puzzle": puzzle, "nonce": .string(nonce)]
    }
    return opened.isEmpty ? nil : OpenedAnswer(day: day.text, puzzles: opened)
  }

  private func puzzles(of day: Day) -> [(game: String, puzzle: JSON, nonce: String)] {
    configuration.games.compactMap { game in
      guard game.info.modes.contains(.daily), let settings = try? game.settings(from: [:]),
        let match = try? game.match(on: day, season: configuration.season, settings: settings),
        let puzzle = try? match.puzzle()
      else { return nil }
      return (game.info.id, puzzle, Commitment.nonce(of: game.info.id, on: day, configuration.season))
    }
  }
}
