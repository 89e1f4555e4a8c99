package import GameKit
import Kernel
import Names
package import WireProtocol

/// The view of a feature that moderates.
extension SessionContext {
  /// Whether it is a session of the server's operator.
  package var isOperator: Bool { session.isOperator }
  /// Whether its player may moderate the whole server.
  package var mayKeepOrder: Bool { session.may(.moderator, hub) }
  /// Its address, for limits.
  package var address: String { session.address }
  /// The rooms that it is in.
  package var rooms: [RoomHandle] { session.rooms.map(RoomHandle.init) }

  /// Whether a player is a moderator.
  package func isModerator(_ player: PlayerID) -> Bool { hub.isModerator(player) }

  /// The talk of a room that the session's player may have read, the latest last.
  ///
  /// - Throws: `not_in_room`.
  package func talk(in handle: RoomHandle) throws(WireError) -> [SpokenLine] {
    try handle.room.view.talk(heardBy: handle.room.member(player))
  }

  /// A line of talk by its number, among the result of ``talk(in:)``.
  ///
  /// - Throws: `not_found`.
  package func line(_ seq: Int, of talk: [SpokenLine], in handle: RoomHandle) throws(WireError) -> SpokenLine {
    guard let line = talk.last(where: { $0.seq == seq }) else { throw handle.room.view.noSuchLine(seq) }
    return line
  }

  /// Whether the session's player may be shown talk about a puzzle, by the rule for all members. A room's puzzle is not
  /// secret any more when its round is over.
  package func mayRead(_ scope: PuzzleScope) -> Bool {
    if session.isOperator || hub.mayKnow(player, scope) { return true }
    switch scope {
    case .day: return false
    case .dealt(let number, _): return parlor.rooms[number].map { !($0.isPlaying && $0.scope == scope) } ?? true
    }
  }

  /// The player of a shared result, by number and name, and its text.
  ///
  /// - Throws: `not_found`; and if it is not in memory: the handler runs again once it is.
  package func sharedResult(_ number: Int) throws(WireError) -> (player: PlayerID, name: String, text: String) {
    guard let shared = parlor.kernel.sharedResults else { throw noSuchShare(number) }
    let (player, result) = try shared.result(number, self)
    return (player, result.player, result.text)
  }

  /// Lets features react to the player having blocked somebody.
  package func announceBlock(of other: PlayerID) {
    hub.kernel.publish(PlayerBlocked(context: unasked, other: other))
  }

  // MARK: - Acts

  /// Refuses an act while stored acts are damaged.
  package func checkActs() throws(WireError) { try hub.moderation?.checkSound() }

  /// A reason in stored form.
  package func reason(_ text: String?) throws(WireError) -> String? {
    try text.map { text throws(WireError) in
      try CleanText.line(text, as: "A reason", maximum: limits.chatCharacters, isClean: hub.isTyped)
    }
  }

  /// Performs a moderator's or the operator's act, and records it in the audit log and the server log.
  ///
  /// - Parameter player: its subject; `nil` for no player.
  package func act(
    _ kind: ActKind, on player: PlayerID? = nil, target: String, text: String?
  ) -> Act {
    let act = act(kind, player: player.flatMap { self.player($0) }, target: target, text: text)
    emit(act)
    return act
  }

  /// An act that is about to be done. The feature Order records and logs it.
  package func act(
    _ kind: ActKind, player: Player?, target: String? = nil, until: Instant? = nil, text: String? = nil
  ) -> Act {
    Act(
      number: hub.moderation?.nextAct ?? hub.numbers.next(), at: now, actor: session.actor, kind: kind,
      player: player?.id, name: player?.name, target: target, until: until, text: text)
  }

  /// Performs an act: it becomes part of the audit log, and a line of the server log.
  func emit(_ act: Act) {
    hub.moderation?.record(act, server)
    log(act)
  }

  /// Writes an act to the server log.
  package func log(_ act: Act) { hub.log("admin_act", act.shown.logFields) }

  /// Answers the request with its act.
  package func answer(_ act: Act) { answer(DoneAnswer(act: act.shown)) }

  // MARK: - Removing

  /// Ends the session with a sentence, and gives up its player's seats.
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
  /// The fields for the server log.
  fileprivate var logFields: JSONObject {
    var fields: JSONObject = ["act": .string(act), "number": .int(number), "by": .string(by)]
    for (key, value) in [("player", player), ("target", target), ("text", text)] {
      if let value { fields[key] = .string(value) }
    }
    if let untilMilliseconds { fields["until_ms"] = .int(untilMilliseconds) }
    return fields
  }
}
