import GameKit
import Kernel
import Names
import TextMode
package import WireProtocol

/// Keeping order: what the operator may do, and some of it moderators.
extension Parlor {
  static var orderHandlers: [RequestHandler] {
    [
      RequestHandler(acting: announce), RequestHandler(sendStatus), RequestHandler(acting: disconnect),
      RequestHandler(acting: ban), RequestHandler(acting: silence), RequestHandler(acting: sendAway),
      RequestHandler(acting: removeShare), RequestHandler(acting: hide), RequestHandler(acting: renamePlayer),
      RequestHandler(acting: resetTokens),
      RequestHandler(acting: setMaintenance), RequestHandler(sendTimeline), RequestHandler(acting: export),
      RequestHandler(acting: erase), RequestHandler(acting: closeRoom), RequestHandler(acting: appoint),
    ]
  }

  /// An act that is about to be done by the player or operator of a session.
  func act(
    _ kind: StoredAct.Kind, by session: Session, player: Player? = nil, target: String? = nil, until: Instant? = nil,
    text: String? = nil, origin: StoredSanction.Origin? = nil
  ) -> StoredAct {
    StoredAct(
      number: hub.order.state.lastAct &+ 1, at: hub.now, actor: session.actor, kind: kind, player: player?.id,
      name: player?.name, target: target, until: until, text: text, origin: origin)
  }

  /// Does an act: it becomes a fact, and a line of the server's log.
  func emit(_ act: StoredAct) {
    hub.change(.acted(act))
    let surplus = hub.order.state.acts.count - hub.limits.acts
    if surplus > 0 { hub.change(.dropped(before: hub.order.state.acts[surplus].number)) }
    hub.log("admin_act", act.shown.logFields)
  }

  /// Answers that an act is done.
  func answer(
    _ act: StoredAct, to session: Session, re: RequestID?, count: Int? = nil, token: String? = nil,
    password: String? = nil, from address: String? = nil, lifted: String? = nil, after ticket: CommitTicket? = nil
  ) {
    let done = DoneAnswer(
      act: act.shown, count: count, token: token, password: password, address: address,
      forgottenSeconds: secondsOnceForgotten(act), lifted: lifted)
    hub.send(done, to: session, answering: re, after: ticket)
  }

  /// For how long a measure would hold if its player were forgotten: to be forgotten ends it for the player, and leaves
  /// the part for newcomers from the address.
  private func secondsOnceForgotten(_ act: StoredAct) -> Int? {
    guard [.mute, .quiet, .sendAway].contains(act.kind), let player = act.player.flatMap({ players.withID($0) }),
      !player.isGuest
    else { return nil }
    let most = act.origin == nil ? 0 : hub.limits.excludedAddressSeconds
    return act.until.map { min(most, hub.now.seconds(until: $0)) } ?? most
  }

  func announce(_ request: Request.Announce, from session: Session, re: RequestID?) throws(WireError) {
    let line = try CleanText.line(
      request.text, as: "An announcement", maximum: hub.limits.chatCharacters, isClean: hub.isTyped)
    let room = try request.room.map { name throws(WireError) in try self.room(named: name) }
    let act = act(.announce, by: session, target: room?.name, text: line)
    // Nobody waits for storage that fails; a core that only reads keeps nothing.
    let isStored = !isStalled && !hub.journal.isFailing
    let urgent = isReading ? 0 : Effects.overtaking
    if isReading { hub.log("admin_act", act.shown.logFields) } else { emit(act) }
    let listeners = sessions.all.filter { listener in
      listener !== session && (room.map { room in listener.rooms.contains { $0 === room } } ?? true)
    }
    hub.send(
      Announcement(room: room?.name, text: line), to: listeners, after: isStored ? hub.journal.ticket : urgent)
    answer(act, to: session, re: re, count: listeners.count, after: isStored ? nil : urgent)
  }

  // MARK: - What a measure is for

  /// A reason as it is kept.
  func reason(_ text: String?) throws(WireError) -> String? {
    try text.map { text throws(WireError) in
      try CleanText.line(text, as: "A reason", maximum: hub.limits.chatCharacters, isClean: hub.isTyped)
    }
  }

  /// When a term ends that begins now.
  func end(of term: Term) -> Instant? { term.seconds.map { hub.now.adding(milliseconds: Int64($0) * 1000) } }

  /// A player by name, whether here or not.
  func knownPlayer(_ name: String) throws(WireError) -> Player {
    if let player = players.named(name) { return player }
    let shown = try CleanText.line(name, as: "A name", maximum: 64)
    throw WireError(.notFound, .player, "Nobody has the name \(shown)")
  }

  /// A player whom a moderator may do something about; the operator may do so about anybody.
  func subordinate(_ name: String, of session: Session) throws(WireError) -> Player {
    let player = try knownPlayer(name)
    guard session.isOperator || !hub.order.state.isModerator(player.id) else {
      throw WireError(.forbidden, "\(player.name) is a moderator, too: ask those who run the server")
    }
    return player
  }
}

extension StoredAct {
  /// As those are shown it who keep order.
  package var shown: OrderAct {
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
