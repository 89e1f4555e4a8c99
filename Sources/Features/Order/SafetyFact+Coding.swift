import GameKit
import ParlorCore
import WireProtocol

/// As members of lines. Blocks and reports are secret.
extension SafetyFact {
  func write(to json: inout JSONWriter) {
    switch self {
    case .blocked(let player, let other): Self.write("blocked", player, other, to: &json)
    case .unblocked(let player, let other): Self.write("unblocked", player, other, to: &json)
    case .reported(let report):
      json.fact("reported")
      json.field("report", Int(report.id))
      json.field("at", report.at)
      json.secret { json in
        json.field("reporter", report.reporter)
        json.field("reported", report.reported)
        json.field("from", report.address)
        json.key("body")
        json.raw(report.body)
      }
    case .settled(let report, let act):
      json.fact("settled")
      json.field("report", Int(report))
      json.field("act", Int(act))
    case .dropped(let report):
      json.fact("dropped")
      json.field("report", Int(report))
    case .forgotBlocks(let player):
      json.fact("forgot_blocks")
      json.field("player", player)
    }
  }

  private static func write(
    _ fact: StaticString, _ player: PlayerID, _ other: PlayerID, to json: inout JSONWriter
  ) {
    json.fact(fact)
    json.field("player", player)
    json.secret { $0.field("other", other) }
  }

  /// The fact of a line; `nil` for an invalid one.
  init?(_ fact: JSONView) {
    func bytes(_ view: JSONView?) -> [UInt8]? {
      view.map { view in
        var json = JSONWriter()
        json.value(view.value)
        return json.bytes
      }
    }
    let secret = fact["secret"]
    let report = fact.number("report")
    switch fact["fact"]?.string {
    case "blocked", "unblocked":
      guard let player = fact.number("player"), let other = secret?.number("other") else { return nil }
      self =
        fact["fact"]?.isString("blocked") == true
        ? .blocked(PlayerID(player), other: PlayerID(other)) : .unblocked(PlayerID(player), other: PlayerID(other))
    case "reported":
      guard let report, let at = fact.time("at"), let reporter = secret?.number("reporter"),
        let reported = secret?.number("reported"), let address = secret?["from"]?.string,
        let body = bytes(secret?["body"])
      else { return nil }
      self = .reported(
        StoredReport(
          id: report, reporter: PlayerID(reporter), reported: PlayerID(reported), at: at,
          address: address, body: body))
    case "settled":
      guard let report, let act = fact.number("act") else { return nil }
      self = .settled(report: report, act: act)
    case "dropped":
      guard let report else { return nil }
      self = .dropped(report: report)
    case "forgot_blocks":
      guard let player = fact.number("player") else { return nil }
      self = .forgotBlocks(of: PlayerID(player))
    default: return nil
    }
  }
}
