import GameKit
import Kernel
import Names
import WireProtocol

/// Acts: what those do who run the server or keep order on it.
extension Parlor {
  /// An act that is about to be done by the player or operator of a session.
  func act(
    _ kind: ActKind, by session: Session, player: Player? = nil, target: String? = nil, until: Instant? = nil,
    text: String? = nil
  ) -> Act {
    Act(
      number: hub.moderation?.nextAct ?? hub.numbers.next(), at: hub.now, actor: session.actor, kind: kind,
      player: player?.id, name: player?.name, target: target, until: until, text: text)
  }

  /// Does an act: it becomes part of the audit log, and a line of the server's log.
  func emit(_ act: Act) {
    hub.moderation?.record(act, server)
    log(act)
  }

  func log(_ act: Act) { hub.log("admin_act", act.shown.logFields) }

  /// A reason as it is kept.
  func reason(_ text: String?) throws(WireError) -> String? {
    try text.map { text throws(WireError) in
      try CleanText.line(text, as: "A reason", maximum: hub.limits.chatCharacters, isClean: hub.isTyped)
    }
  }
}

extension OrderAct {
  /// The fields of its line in the server's log.
  fileprivate var logFields: JSONObject {
    var fields: JSONObject = ["act": .string(act), "number": .int(number), "by": .string(by)]
    for (key, value) in [("player", player), ("target", target), ("text", text)] {
      if let value { fields[key] = .string(value) }
    }
    if let untilMilliseconds { fields["until_ms"] = .int(untilMilliseconds) }
    return fields
  }
}
