import GameKit
import ParlorCore

/// A shared result as stored.
struct StoredShare: Codable, Hashable, Sendable {
  /// Unique on a server, and never reused.
  var id: Int64
  /// The player who has shared it.
  var player: PlayerID
  /// The game's id; of a claim, another site's game.
  var game: String
  /// The match on this server; its player shares it once.
  var match: Int64?
  /// The puzzle's number at another site; its player claims it once.
  var claim: Int?
  /// The number of the civil day on which it was finished, or claimed.
  var day: Int
  /// Whether the puzzle was solved.
  var won: Bool
  /// Greater is better.
  var score: Int
  /// The rest of the share's content.
  var content: ShareBody
  /// When it was shared.
  var sharedAt: Instant
}
