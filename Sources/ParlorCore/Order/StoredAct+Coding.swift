import GameKit
import WireProtocol

/// An act as a fact of the log. Reasons may repeat what was said, and are no more for everybody than talk is.
extension StoredAct {
  func write(to json: inout JSONWriter) {
    json.field("fact", "act")
    json.field("act", Int(number))
    json.field("at", Int(at.milliseconds))
    switch actor {
    case .operator(let user): json.field("operator", user)
    case .moderator(let player, let name):
      json.field("moderator", Int(player.number))
      json.field("moderator_name", ifPresent: name)
    }
    json.field("kind", kind.rawValue)
    json.field("player", ifPresent: player.map { Int($0.number) })
    json.field("name", ifPresent: name)
    json.field("target", ifPresent: target)
    json.field("until", ifPresent: until.map { Int($0.milliseconds) })
    origin?.write(to: &json)
    if let text { json.secret { $0.field("text", text) } }
  }

  init?(_ fact: JSONView) {
    guard let number = fact["act"]?.int, let at = fact["at"]?.int,
      let kind = fact["kind"]?.string.flatMap(Kind.init(rawValue:))
    else { return nil }
    let actor: Actor
    if let user = fact["operator"]?.string {
      actor = .operator(user)
    } else if let moderator = fact["moderator"]?.int {
      actor = .moderator(PlayerID(Int64(moderator)), fact["moderator_name"]?.string)
    } else {
      return nil
    }
    self.init(
      number: Int64(number), at: Instant(milliseconds: Int64(at)), actor: actor, kind: kind,
      player: fact["player"]?.int.map { PlayerID(Int64($0)) }, name: fact["name"]?.string,
      target: fact["target"]?.string, until: fact["until"]?.int.map { Instant(milliseconds: Int64($0)) },
      text: fact["secret"]?["text"]?.string, origin: StoredSanction.Origin(fact))
  }
}

extension StoredSanction.Origin {
  func write(to json: inout JSONWriter) {
    json.field("from", address)
    json.field("from_until", ifPresent: until.map { Int($0.milliseconds) })
    json.field("guest", ifPresent: guest)
  }

  init?(_ fact: JSONView) {
    guard let address = fact["from"]?.string else { return nil }
    self.init(
      address: address, until: fact["from_until"]?.int.map { Instant(milliseconds: Int64($0)) },
      guest: fact["guest"]?.string)
  }
}
