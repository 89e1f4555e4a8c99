import GameKit
import WireProtocol

/// The content of a shared result apart from the columns of its row, as the row's body.
struct ShareBody: Codable, Hashable, Sendable {
  var text: String
  var puzzle: Int?
  var mode: ModeKind?
  var tries: Int?
}

extension ShareBody {
  /// Parses a row's body; an invalid one shows nothing.
  init(_ bytes: [UInt8]) { self = (try? JSON(parsing: bytes).decode(ShareBody.self)) ?? ShareBody(text: "") }

  var bytes: [UInt8] { (try? JSON(encoding: self)).map { Array($0.text.utf8) } ?? [] }
}

extension SharedResult {
  /// A stored result under its player's current name.
  init(_ share: StoredShare, name: String, isBot: Bool) {
    let body = share.content
    self.init(
      id: Int(share.id), player: name, isBot: isBot, game: share.game, puzzle: body.puzzle,
      day: Day(number: share.day).text, mode: body.mode, match: share.match.map { String($0) }, won: share.won,
      tries: body.tries, isClaimed: share.claim != nil, text: body.text)
  }
}
