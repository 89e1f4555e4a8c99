import GameKit
import WireProtocol

extension SharedResult {
  /// Writes the fields for a room's event.
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

  /// Parses them.
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
  /// Writes the fields for a room's event.
  func store(to json: inout JSONWriter) {
    json.field("share", share)
    json.field("of", Int(owner.number))
    json.field("e", ifPresent: emoji?.rawValue)
    json.field("all", reactions)
  }

  /// Parses them.
  init?(stored view: JSONView) {
    guard let share = view["share"]?.int, let reactions = view["all"].flatMap({ try? Reactions(reading: $0) }) else {
      return nil
    }
    self.init(
      share: share, owner: PlayerID(Int64(view["of"]?.int ?? 0)), emoji: view["e"]?.string.flatMap(Reaction.init),
      reactions: reactions)
  }
}
