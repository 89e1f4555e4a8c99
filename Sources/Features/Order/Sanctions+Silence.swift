import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// Muting players, and excluding them from the server's own rooms.
extension Sanctions {
  func silence(_ request: Request.Silence, _ context: SessionContext) throws(WireError) {
    guard request.silenced else { return try unsilence(request.player, context) }
    let player = try subordinate(request.measure.whom, context)
    let why = try context.reason(request.measure.reason)
    let origin = origin(of: player, context)
    let act = context.act(
      context.isOperator ? .mute : .quiet, player: player, until: request.measure.end(from: context.now), text: why)
    emit(act, covering: origin, context)
    if let mute = mute(of: player, inOwnRoom: true, at: context.now) {
      let place =
        context.isOperator ? "You may not talk or share" : "You may not talk or share in the server's own rooms"
      context.session(of: player.id)?.send(Announcement(text: mute.sentence(place)))
    }
    answer(act, against: player, covering: origin, context)
  }

  private func unsilence(_ name: String, _ context: SessionContext) throws(WireError) {
    let subject = try excluded(name, context)
    var last: Act?
    let kinds: [(StoredSanction.Kind, ActKind)] =
      context.isOperator ? [(.mute, .unmute), (.quiet, .unquiet)] : [(.quiet, .unquiet)]
    for (sanction, kind) in kinds
    where document.state[StoredSanction.Key(sanction, player: subject.id), at: context.now] != nil {
      let act = lifting(kind, from: subject, context)
      emit(act, context)
      last = act
    }
    guard let last else {
      throw WireError(
        .notFound, .player,
        context.isOperator
          ? "\(subject.name) is not silent, unless for somebody else's sake from the same address: bans lists all"
          : "\(subject.name) is not silent, or not by a moderator")
    }
    context.session(of: subject.id)?.send(Announcement(text: "You may talk again"))
    context.answer(last)
  }

  func sendAway(_ request: Request.SendAway, _ context: SessionContext) throws(WireError) {
    let room = try ownRoom(request.room, context)
    guard request.isAway else { return try letBack(request.player, to: room, context) }
    let player = try subordinate(request.measure.whom, context)
    try checkAbsence(of: (player.id, player.name), from: room, context)
    let why = try context.reason(request.measure.reason)
    let origin = origin(of: player, context)
    let act = context.act(
      .sendAway, player: player, target: room.foldedName, until: request.measure.end(from: context.now), text: why)
    emit(act, covering: origin, context)
    if let away = absence(of: player, from: room.foldedName, at: context.now) {
      let sentence = away.sentence("You were sent away from \(room.name)")
      context.session(of: player.id)?.send(Announcement(text: sentence))
    }
    // Not an owner's exclusion, which lasts as long as the room does.
    room.remove(player)
    answer(act, against: player, covering: origin, context)
  }

  private func letBack(_ name: String, to room: RoomHandle, _ context: SessionContext) throws(WireError) {
    let subject = try excluded(name, context)
    guard try checkAbsence(of: subject, from: room, context) else {
      throw WireError(.notFound, .player, "\(subject.name) was not sent away from \(room.name)")
    }
    let act = lifting(.letBack, from: subject, target: room.foldedName, context)
    emit(act, context)
    context.answer(act)
  }

  /// Refuses a moderator to change what the operator has decided.
  ///
  /// - Returns: whether the player is sent away from the room.
  @discardableResult
  private func checkAbsence(
    of subject: (id: PlayerID, name: String), from room: RoomHandle, _ context: SessionContext
  ) throws(WireError) -> Bool {
    let key = StoredSanction.Key(.away, player: subject.id, target: room.foldedName)
    guard let known = document.state[key, at: context.now] else { return false }
    guard context.isOperator || !known.isOperators else {
      throw WireError(
        .forbidden, "\(subject.name) was sent away from \(room.name) by those who run the server: ask them")
    }
    return true
  }

  /// One of the server's own rooms by name.
  func ownRoom(_ name: String, _ context: SessionContext) throws(WireError) -> RoomHandle {
    let room = try context.anyRoom(name)
    guard room.isPermanent else {
      throw WireError(
        .notFound, .room, "\(room.name) is not one of the server's own rooms: its owner keeps order there")
    }
    return room
  }

  /// Answers with the duration that a sanction would have if its player were forgotten: forgetting ends it for the
  /// player, and leaves the part for newcomers from the address.
  private func answer(
    _ act: Act, against player: Player, covering origin: StoredSanction.Origin?, _ context: SessionContext
  ) {
    guard !player.isGuest else { return context.answer(act) }
    let most = origin == nil ? 0 : context.limits.excludedAddressSeconds
    let seconds = act.until.map { min(most, context.now.seconds(until: $0)) } ?? most
    context.answer(DoneAnswer(act: act.shown, forgottenSeconds: seconds))
  }

  /// The subject whose sanction is lifted: a known player, or a guest who has left.
  private func excluded(_ name: String, _ context: SessionContext) throws(WireError) -> (id: PlayerID, name: String) {
    if (try? context.player(named: name)) == nil,
      let guest = document.state.goneGuest(named: name, at: context.now)
    {
      return guest
    }
    let player = try subordinate(name, context)
    return (player.id, player.name)
  }

  private func lifting(
    _ kind: ActKind, from subject: (id: PlayerID, name: String), target: String? = nil, _ context: SessionContext
  ) -> Act {
    var act = context.act(kind, player: nil, target: target, text: nil)
    (act.player, act.name) = (subject.id, subject.name)
    return act
  }
}
