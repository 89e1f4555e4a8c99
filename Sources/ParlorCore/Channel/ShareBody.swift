import GameKit
import WireProtocol

/// What the channel shows of a result besides the columns of its row, as the row's body holds it.
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

  /// Reads a body; one that this server does not understand shows nothing.
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
  /// A stored result under its player's present name.
  init(_ share: StoredShare, name: String, isBot: Bool) {
    let body = ShareBody(share.body)
    self.init(
      id: Int(share.id), player: name, isBot: isBot, game: share.game, puzzle: body.puzzle,
      day: Day(number: share.day).text, mode: body.mode, match: share.match.map { String($0) }, won: share.won,
      tries: body.tries, isClaimed: share.claim != nil, text: body.text)
  }

  /// Writes the fields that a room's event keeps.
  func store(to json: inout JSONWriter) {
    json.field("share", id)
    if isBot { json.field("b", true) }
    json.field("g", game)
    json.field("n", ifPresent: puzzle)
    json.field("d", day)
    json.field("mode", ifPresent: mode?.rawValue)
    json.field("match", ifPresent: match)
    json.field("won", won)
    json.field("tries", ifPresent: tries)
    if isClaimed { json.field("claimed", true) }
    json.field("t", text)
  }

  /// Reads them again.
  init?(stored view: JSONView, player: String) {
    guard let id = view["share"]?.int, let game = view["g"]?.string, let day = view["d"]?.string,
      let won = view["won"]?.bool, let text = view["t"]?.string
    else { return nil }
    self.init(
      id: id, player: player, isBot: view["b"]?.bool ?? false, game: game, puzzle: view["n"]?.int, day: day,
      mode: view["mode"]?.string.flatMap(ModeKind.init), match: view["match"]?.string, won: won,
      tries: view["tries"]?.int, isClaimed: view["claimed"]?.bool ?? false, text: text)
  }
}

extension SharedReaction {
  /// Writes the fields that a room's event keeps.
  func store(to json: inout JSONWriter) {
    json.field("share", share)
    json.field("of", Int(owner.number))
    json.field("e", ifPresent: emoji?.rawValue)
    json.field("all", reactions)
  }

  /// Reads them again.
  init?(stored view: JSONView) {
    guard let share = view["share"]?.int, let reactions = view["all"].flatMap({ try? Reactions(reading: $0) }) else {
      return nil
    }
    self.init(
      share: share, owner: PlayerID(Int64(view["of"]?.int ?? 0)), emoji: view["e"]?.string.flatMap(Reaction.init),
      reactions: reactions)
  }
}
