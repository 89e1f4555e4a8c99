import GameKit
import WireProtocol

/// The content of a shared result apart from the columns of its row, as the row's body.
struct ShareBody {
  var text: String
  var puzzle: Int?
  var mode: ModeKind?
  var tries: Int?

  init(text: String, puzzle: Int?, mode: ModeKind?, tries: Int?) {
    self.text = text
    self.puzzle = puzzle
    self.mode = mode
    self.tries = tries
  }

  /// Parses a body; an invalid one shows nothing.
  init(_ bytes: [UInt8]) {
    let fields = (try? JSON(parsing: bytes)) ?? .null
    text = fields["text"]?.stringValue ?? ""
    puzzle = fields["puzzle"]?.intValue
    mode = fields["mode"]?.stringValue.flatMap(ModeKind.init)
    tries = fields["tries"]?.intValue
  }

  var bytes: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.field("text", text)
    json.field("puzzle", ifPresent: puzzle)
    json.field("mode", ifPresent: mode?.rawValue)
    json.field("tries", ifPresent: tries)
    json.endObject()
    return json.bytes
  }
}

extension SharedResult {
  /// A stored result under its player's current name.
  init(_ share: StoredShare, name: String, isBot: Bool) {
    let body = ShareBody(share.body)
    self.init(
      id: Int(share.id), player: name, isBot: isBot, game: share.game, puzzle: body.puzzle,
      day: Day(number: share.day).text, mode: body.mode, match: share.match.map { String($0) }, won: share.won,
      tries: body.tries, isClaimed: share.claim != nil, text: body.text)
  }
}
