import GameKit
import ParlorCore
import WireProtocol

/// As members of lines. Reasons may quote talk, and are as secret; so are addresses.
extension OrderFact {
  func write(to json: inout JSONWriter) {
    switch self {
    case .acted(let act, let origin):
      json.fact("acted")
      act.write(to: &json, covering: origin)
    case .followed(let player, let other):
      json.fact("followed")
      json.field("player", player)
      json.field("to", other)
    case .dropped(let number):
      json.fact("dropped")
      json.field("before", Int(number))
    case .forgot(let player, let origin):
      json.fact("forgot")
      json.field("player", player)
      if let origin { json.secret { origin.write(to: &$0) } }
    case .kept(let act):
      json.fact("kept")
      act.write(to: &json)
    case .began(let sanction):
      json.fact("began")
      sanction.write(to: &json)
    }
  }

  /// The fact of a line; `nil` for an invalid one.
  init?(_ line: JSONView) {
    let fact: OrderFact? =
      switch line["fact"]?.string {
      case "acted":
        Act(line).map { .acted($0, covering: line["secret"].flatMap { StoredSanction.Origin($0) }) }
      case "followed": line.player.flatMap { player in line.number("to").map { .followed(player, to: PlayerID($0)) } }
      case "dropped": line.number("before").map { .dropped(before: $0) }
      case "forgot": line.player.map { .forgot($0, leaving: line["secret"].flatMap { StoredSanction.Origin($0) }) }
      case "kept": Act(line).map { .kept($0) }
      case "began": StoredSanction(line).map { .began($0) }
      default: nil
      }
    guard let fact else { return nil }
    self = fact
  }
}

extension Act {
  fileprivate func write(to json: inout JSONWriter, covering origin: StoredSanction.Origin? = nil) {
    json.field("act", Int(number))
    json.field("at", at)
    switch actor {
    case .operator(let user): json.field("operator", user)
    case .moderator(let player, let name):
      json.field("moderator", player)
      json.field("moderator_name", ifPresent: name)
    }
    json.field("kind", kind.rawValue)
    if let player { json.field("player", player) }
    json.field("name", ifPresent: name)
    json.field("target", ifPresent: target)
    if let until { json.field("until", until) }
    guard text != nil || origin != nil else { return }
    json.secret { json in
      json.field("text", ifPresent: text)
      origin?.write(to: &json)
    }
  }

  fileprivate init?(_ line: JSONView) {
    guard let number = line.number("act"), let at = line.time("at"),
      let kind = line["kind"]?.string
    else { return nil }
    let actor: Actor
    if let user = line["operator"]?.string {
      actor = .operator(user)
    } else if let moderator = line.number("moderator") {
      actor = .moderator(PlayerID(moderator), line["moderator_name"]?.string)
    } else {
      return nil
    }
    self.init(
      number: number, at: at, actor: actor, kind: ActKind(rawValue: kind), player: line.player,
      name: line["name"]?.string, target: line["target"]?.string, until: line.time("until"),
      text: line["secret"]?["text"]?.string)
  }
}

extension StoredSanction {
  fileprivate func write(to json: inout JSONWriter) {
    json.field("kind", key.kind.rawValue)
    if let player = key.player { json.field("player", player) }
    json.field("target", key.target)
    json.field("since", since)
    if let until { json.field("until", until) }
    if isOperators { json.field("operators", true) }
    guard reason != nil || origin != nil else { return }
    json.secret { json in
      json.field("text", ifPresent: reason)
      origin?.write(to: &json)
    }
  }

  fileprivate init?(_ line: JSONView) {
    guard let kind = line["kind"]?.string.flatMap(Kind.init(rawValue:)), let target = line["target"]?.string,
      let since = line.time("since")
    else { return nil }
    let secret = line["secret"]
    self.init(
      key: Key(kind, player: line.player, target: target), since: since, until: line.time("until"),
      reason: secret?["text"]?.string, origin: secret.flatMap { Origin($0) },
      isOperators: line["operators"]?.bool == true)
  }
}

extension StoredSanction.Origin {
  fileprivate func write(to json: inout JSONWriter) {
    json.field("from", address)
    if let until { json.field("from_until", until) }
    json.field("guest", ifPresent: guest)
  }

  fileprivate init?(_ secret: JSONView) {
    guard let address = secret["from"]?.string else { return nil }
    self.init(address: address, until: secret.time("from_until"), guest: secret["guest"]?.string)
  }
}
