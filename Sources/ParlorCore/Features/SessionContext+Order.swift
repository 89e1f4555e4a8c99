package import GameKit
import Kernel
import Names
package import WireProtocol

/// What features see that keep order.
extension SessionContext {
  /// Whether it is a session of the server's operator.
  package var isOperator: Bool { session.isOperator }
  /// Whether its player may do what those do who keep order on the whole server.
  package var mayKeepOrder: Bool { session.may(.moderator, hub) }
  /// Where it comes from, as far as limits count.
  package var address: String { session.address }
  /// The rooms that it is in.
  package var rooms: [RoomHandle] { session.rooms.map(RoomHandle.init) }

  /// Whether a player is a moderator.
  package func isModerator(_ player: PlayerID) -> Bool { hub.isModerator(player) }

  /// What was said in a room as far as the session's player may have read it, the latest last.
  ///
  /// - Throws: `not_in_room`.
  package func talk(in handle: RoomHandle) throws(WireError) -> [SpokenLine] {
    guard let member = handle.room.members[player.id] else {
      throw WireError(.notInRoom, "You are not in \(handle.name): join it first")
    }
    return handle.room.view.talk(heardBy: member)
  }

  /// A line of talk by its number, among those that ``talk(in:)`` has given.
  ///
  /// - Throws: `not_found`.
  package func line(_ seq: Int, of talk: [SpokenLine], in handle: RoomHandle) throws(WireError) -> SpokenLine {
    guard let line = talk.last(where: { $0.seq == seq }) else { throw handle.room.view.noSuchLine(seq) }
    return line
  }

  /// Whether the session's player may be shown what was said of a puzzle: as everybody in the room may. Of one that was
  /// dealt in a room nothing is secret any more once it is not played.
  package func mayRead(_ scope: PuzzleScope) -> Bool {
    if session.isOperator || hub.mayKnow(player, scope) { return true }
    switch scope {
    case .day: return false
    case .dealt(let number, _): return parlor.rooms[number].map { !($0.isPlaying && $0.scope == scope) } ?? true
    }
  }

  /// Whose a shared result is, by number and name, and its text.
  ///
  /// - Throws: `not_found`; and where it is not in memory: the handler runs again once it is.
  package func sharedResult(_ number: Int) throws(WireError) -> (player: PlayerID, name: String, text: String) {
    guard let shared = parlor.kernel.sharedResults else { throw noSuchShare(number) }
    let (player, result) = try shared.result(number, self)
    return (player, result.player, result.text)
  }

  // MARK: - Acts

  /// Refuses an act while what is stored of acts is damaged.
  package func checkActs() throws(WireError) { try hub.moderation?.checkSound() }

  /// A reason as it is kept.
  package func reason(_ text: String?) throws(WireError) -> String? {
    try text.map { text throws(WireError) in
      try CleanText.line(text, as: "A reason", maximum: limits.chatCharacters, isClean: hub.isTyped)
    }
  }

  /// Does an act of somebody who keeps order: the audit log and the server's log tell of it.
  ///
  /// - Parameter player: whom it is about; `nil` for nobody in particular.
  package func act(
    _ kind: ActKind, on player: PlayerID? = nil, target: String, text: String?
  ) -> Act {
    let act = act(kind, player: player.flatMap { self.player($0) }, target: target, text: text)
    emit(act)
    return act
  }

  /// An act that is about to be done. The feature that keeps acts records and logs it.
  package func act(
    _ kind: ActKind, player: Player?, target: String? = nil, until: Instant? = nil, text: String? = nil
  ) -> Act {
    Act(
      number: hub.moderation?.nextAct ?? hub.numbers.next(), at: now, actor: session.actor, kind: kind,
      player: player?.id, name: player?.name, target: target, until: until, text: text)
  }

  /// Does an act: it becomes part of the audit log, and a line of the server's log.
  func emit(_ act: Act) {
    hub.moderation?.record(act, server)
    log(act)
  }

  /// Tells the server's log of an act.
  package func log(_ act: Act) { hub.log("admin_act", act.shown.logFields) }

  /// Answers the request by which an act was done.
  package func answer(_ act: Act) { answer(DoneAnswer(act: act.shown)) }

  // MARK: - Removing

  /// Ends the session, with a sentence; its player's places are given up.
  package func sendOff(with refusal: WireError) {
    parlor.parts.departures.sendOff(session, with: refusal, server)
  }

  /// A room by name, whoever is in it.
  ///
  /// - Throws: `not_found`.
  package func anyRoom(_ name: String) throws(WireError) -> RoomHandle {
    RoomHandle(room: try parlor.rooms.room(named: name))
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
