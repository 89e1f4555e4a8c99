import GameKit
import TextMode
import WireProtocol

/// Keeping order: what the operator may do, and some of it moderators.
extension Parlor {
  func handle(_ order: Request.Order, from session: Session, re: RequestID?) throws(WireError) {
    switch order {
    case .announce(let text, let room): try announce(text, in: room, from: session, re: re)
    case .audit(let audit): try sendAudit(audit, to: session, re: re)
    }
  }

  /// An act that is about to be done by whoever is behind a session.
  func act(
    _ kind: StoredAct.Kind, by session: Session, player: Player? = nil, target: String? = nil, until: Instant? = nil,
    text: String? = nil
  ) -> StoredAct {
    StoredAct(
      number: hub.order.lastAct + 1, at: hub.now, actor: session.actor, kind: kind, player: player?.id,
      name: player?.name, target: target, until: until, text: text)
  }

  /// Does an act: it becomes a fact, and a line of the server's log.
  func emit(_ act: StoredAct) {
    hub.order.apply(act)
    hub.journal.append(.act(act))
    hub.log("admin_act", act.shown.logFields)
  }

  private func announce(_ text: String, in name: String?, from session: Session, re: RequestID?) throws(WireError) {
    let line = try CleanText.line(
      text, as: "An announcement", maximum: hub.limits.chatCharacters, isClean: hub.isTyped)
    let room = try name.map { name throws(WireError) in try self.room(named: name) }
    let act = act(.announce, by: session, target: room?.name, text: line)
    emit(act)
    let listeners = sessions.all.filter { listener in
      listener !== session && (room.map { room in listener.rooms.contains { $0 === room } } ?? true)
    }
    hub.send(Announcement(text: line, room: room?.name), to: listeners, after: hub.journal.ticket)
    hub.send(DoneAnswer(act.shown, count: listeners.count), to: session, answering: re)
  }

  private func sendAudit(_ audit: Request.Audit, to session: Session, re: RequestID?) throws(WireError) {
    let player = try audit.player.map { name throws(WireError) in try knownPlayer(name).id }
    ask(.acts(player: player, before: audit.before.map { Int64($0) }, limit: audit.limit), session, re) { answer in
      guard case .acts(let acts, let more) = answer else { return nil }
      return AuditAnswer(acts: acts.map(\.shown), more: more)
    }
  }

  /// A player by name, whether here or not.
  func knownPlayer(_ name: String) throws(WireError) -> Player {
    if let player = players.named(name) { return player }
    let shown = try CleanText.line(name, as: "A name", maximum: 64)
    throw WireError(.noSuchPlayer, "Nobody has the name \(shown)")
  }
}

extension StoredAct {
  /// As those are shown it who keep order.
  var shown: OrderAct {
    let by =
      switch actor {
      case .operator(let user): user
      case .moderator(_, let name): name ?? KnownNames.forgotten
      }
    return OrderAct(
      number: Int(number), milliseconds: Int(at.milliseconds), by: by, act: kind.rawValue,
      player: player.map { _ in name ?? KnownNames.forgotten }, target: target,
      untilMilliseconds: until.map { Int($0.milliseconds) }, text: text)
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
