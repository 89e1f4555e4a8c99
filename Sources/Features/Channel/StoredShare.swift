import GameKit
import ParlorCore
import WireProtocol

/// A shared result as stored.
struct StoredShare: Hashable, Sendable {
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
  /// The rest of the share's content, as JSON.
  var body: [UInt8]
  /// When it was shared.
  var sharedAt: Instant

  init(
    id: Int64, player: PlayerID, game: String, match: Int64?, claim: Int?, day: Int, won: Bool, score: Int,
    body: [UInt8], sharedAt: Instant
  ) {
    self.id = id
    self.player = player
    self.game = game
    self.match = match
    self.claim = claim
    self.day = day
    self.won = won
    self.score = score
    self.body = body
    self.sharedAt = sharedAt
  }
}

extension StoredShare {
  /// Parses what ``write(to:)`` has written; `nil` for anything else.
  init?(_ line: JSONView) {
    guard let id = line.number("share"), let player = line.player, let game = line["game"]?.string,
      let day = line["day"]?.int, let won = line["won"]?.bool, let score = line["points"]?.int,
      let sharedAt = line.time("at")
    else { return nil }
    self.init(
      id: id, player: player, game: game, match: line.number("match"), claim: line["claim"]?.int, day: day, won: won,
      score: score, body: line.document("body"), sharedAt: sharedAt)
  }

  func write(to line: inout JSONWriter) {
    line.field("share", Int(id))
    line.field("player", player)
    line.field("game", game)
    line.field("match", ifPresent: match.map { Int($0) })
    line.field("claim", ifPresent: claim)
    line.field("day", day)
    line.field("won", won)
    line.field("points", score)
    line.field("body", document: body)
    line.field("at", sharedAt)
  }
}
