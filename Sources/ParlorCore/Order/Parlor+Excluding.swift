import GameKit
import Kernel
import Names
import TextMode
import WireProtocol

/// Keeping out, silencing, sending away.
extension Parlor {
  /// Whom a ban is for.
  private enum Subject {
    case player(Player)
    case block(AddressBlock)
  }

  /// A guest is found by the address alone: through a new connection anybody is a new one.
  private func subject(_ whom: String) throws(WireError) -> Subject {
    if let block = AddressBlock(whom) { return .block(block) }
    guard !AddressBlock.isMeant(by: whom) else {
      throw WireError(.badField, "No address and no range: write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48")
    }
    let player = try knownPlayer(whom)
    guard player.isGuest else { return .player(player) }
    guard let address = player.address, let block = AddressBlock(address) else {
      throw WireError(.notFound, .player, "\(player.name) is a guest, of whom no address is known")
    }
    return .block(block)
  }

  func ban(_ request: Request.Ban, by session: Session, re: RequestID?) throws(WireError) {
    guard request.banned else { return try unban(request, by: session, re: re) }
    let why = try reason(request.measure.reason)
    let until = end(of: request.measure.term)
    switch try subject(request.measure.whom) {
    case .player(let player):
      let act = act(.ban, by: session, player: player, until: until, text: why)
      emit(act)
      let other = player.session
      if let other, let ban = hub.order.state.ban(of: player.id, at: hub.now) {
        sendOff(other, with: hub.banned(ban, "\(player.name) is kept out of this server"))
      }
      leaveRooms(player)
      answer(act, to: session, re: re, count: other == nil ? 0 : 1, from: player.address)
    case .block(let block):
      guard hub.order.state.blockCount < OrderState.mostBlocks else {
        throw WireError(.badField, "At most \(OrderState.mostBlocks) address ranges may be banned: unban some")
      }
      let act = act(.ban, by: session, target: block.text, until: until, text: why)
      emit(act)
      let those = those(from: block)
      for other in those {
        guard let refusal = refusal(of: other.address, at: hub.now) else { continue }
        sendOff(other, with: refusal)
      }
      answer(act, to: session, re: re, count: those.count)
    }
  }

  private func unban(_ request: Request.Ban, by session: Session, re: RequestID?) throws(WireError) {
    let key: StoredSanction.Key
    var player: Player?
    if let block = AddressBlock(request.whom) {
      key = StoredSanction.Key(.ban, player: nil, target: block.text)
    } else {
      let known = try knownPlayer(request.whom)
      player = known
      key = StoredSanction.Key(.ban, player: known.id)
    }
    guard hub.order.state[key, at: hub.now] != nil else {
      let covering = player == nil ? hub.order.state.ban(of: key.target, at: hub.now)?.key.target : nil
      throw WireError(
        .notFound, .player,
        "\(player?.name ?? key.target) is not banned"
          + (covering.map { " by itself: unban \($0), which it lies in" } ?? "; bans lists who is"))
    }
    let act = act(.unban, by: session, player: player, target: player == nil ? key.target : nil)
    emit(act)
    answer(act, to: session, re: re)
  }

  func disconnect(_ request: Request.Disconnect, by session: Session, re: RequestID?) throws(WireError) {
    let why = try reason(request.measure.reason)
    let (those, act): ([Session], StoredAct)
    if let block = AddressBlock(request.measure.whom) {
      those = self.those(from: block)
      act = self.act(.disconnect, by: session, target: block.text, text: why)
    } else {
      let player = try knownPlayer(request.measure.whom)
      those = [player.session].compactMap { $0 }.filter { !$0.isOperator }
      act = self.act(.disconnect, by: session, player: player, text: why)
    }
    guard !those.isEmpty else { throw WireError(.notFound, .player, "Nobody of those is here") }
    emit(act)
    let sentence = "Those who run the server have ended your session" + (why.map { ": \($0)" } ?? "")
    for other in those { sendOff(other, with: WireError(.kicked, sentence)) }
    answer(act, to: session, re: re, count: those.count)
  }

  /// Whoever is here from a range; a console is at no address.
  private func those(from block: AddressBlock) -> [Session] {
    sessions.all.filter { other in
      !other.isOperator && AddressBlock(other.address).map { block.contains($0) } == true
    }
  }

  /// Places that are kept for a player are given up.
  private func leaveRooms(_ player: Player) {
    for room in rooms.knowing(player) where room.members[player.id] != nil {
      room.leave(player)
      removeIfDeserted(room)
    }
  }

  // MARK: - Silence

  func silence(_ request: Request.Silence, by session: Session, re: RequestID?) throws(WireError) {
    guard request.silenced else { return try unsilence(request.player, by: session, re: re) }
    let player = try subordinate(request.measure.whom, of: session)
    let why = try reason(request.measure.reason)
    let kind = session.isOperator ? StoredAct.Kind.mute : .quiet
    let act = act(
      kind, by: session, player: player, until: end(of: request.measure.term), text: why, origin: origin(of: player))
    emit(act)
    if let mute = hub.order.state.mute(of: player, inOwnRoom: true, at: hub.now), let other = player.session {
      let place =
        session.isOperator ? "You may not talk or share" : "You may not talk or share in the server's own rooms"
      hub.send(Announcement(text: hub.sentence(place, mute)), to: other)
    }
    answer(act, to: session, re: re)
  }

  private func unsilence(_ name: String, by session: Session, re: RequestID?) throws(WireError) {
    let subject = try excluded(name, of: session)
    var last: StoredAct?
    let kinds: [(StoredSanction.Kind, StoredAct.Kind)] =
      session.isOperator ? [(.mute, .unmute), (.quiet, .unquiet)] : [(.quiet, .unquiet)]
    for (sanction, kind) in kinds
    where hub.order.state[StoredSanction.Key(sanction, player: subject.id), at: hub.now] != nil {
      let act = lifting(kind, from: subject, by: session)
      emit(act)
      last = act
    }
    guard let last else {
      throw WireError(
        .notFound, .player,
        session.isOperator
          ? "\(subject.name) is not silent, unless for somebody else's sake from the same address: bans lists all"
          : "\(subject.name) is not silent, or not by a moderator")
    }
    if let other = players.withID(subject.id)?.session { hub.send(Announcement(text: "You may talk again"), to: other) }
    answer(last, to: session, re: re)
  }

  /// Where newcomers come from who are meant with a player.
  func origin(of player: Player) -> StoredSanction.Origin? {
    StoredSanction.origin(of: player, seconds: hub.limits.excludedAddressSeconds, at: hub.now)
  }

  /// Of whom a measure is lifted: somebody who is known, or a guest who is gone.
  private func excluded(_ name: String, of session: Session) throws(WireError) -> (id: PlayerID, name: String) {
    if players.named(name) == nil, let guest = hub.order.state.goneGuest(named: name, at: hub.now) { return guest }
    let player = try subordinate(name, of: session)
    return (player.id, player.name)
  }

  private func lifting(
    _ kind: StoredAct.Kind, from subject: (id: PlayerID, name: String), by session: Session, target: String? = nil
  ) -> StoredAct {
    var act = act(kind, by: session, target: target)
    (act.player, act.name) = (subject.id, subject.name)
    return act
  }

  // MARK: - The server's own rooms

  /// One of them by name.
  private func ownRoom(_ name: String) throws(WireError) -> Room {
    let room = try room(named: name)
    guard room.mode.isPermanent else {
      throw WireError(
        .notFound, .room, "\(room.name) is not one of the server's own rooms: its owner keeps order there")
    }
    return room
  }

  func sendAway(_ request: Request.SendAway, by session: Session, re: RequestID?) throws(WireError) {
    let room = try ownRoom(request.room)
    guard request.isAway else { return try letBack(request.player, to: room, by: session, re: re) }
    let player = try subordinate(request.measure.whom, of: session)
    let why = try reason(request.measure.reason)
    let act = act(
      .sendAway, by: session, player: player, target: room.plan.name.folded, until: end(of: request.measure.term),
      text: why,
      origin: origin(of: player))
    emit(act)
    if let other = player.session,
      let away = hub.order.state.absence(of: player, from: room.plan.name.folded, at: hub.now)
    {
      hub.send(Announcement(text: hub.sentence("You were sent away from \(room.name)", away)), to: other)
    }
    // Not as if an owner had sent the player away, which lasts for as long as the room does.
    room.leave(player)
    answer(act, to: session, re: re)
  }

  private func letBack(_ name: String, to room: Room, by session: Session, re: RequestID?) throws(WireError) {
    let subject = try excluded(name, of: session)
    guard
      hub.order.state[StoredSanction.Key(.away, player: subject.id, target: room.plan.name.folded), at: hub.now] != nil
    else { throw WireError(.notFound, .player, "\(subject.name) was not sent away from \(room.name)") }
    let act = lifting(.letBack, from: subject, by: session, target: room.plan.name.folded)
    emit(act)
    answer(act, to: session, re: re)
  }

  func hide(_ request: Request.Hide, by session: Session, re: RequestID?) throws(WireError) {
    let room = session.isOperator ? try room(named: request.room) : try ownRoom(request.room)
    let why = try reason(request.reason)
    switch request.spoken {
    case .player(let name):
      if let gone = speakerGone(name, from: room) {
        guard room.redactTalk(of: gone.id) else { break }
        let act = act(.hide, by: session, target: room.name, text: why)
        return tellHidden(act, Unsaid(room: room.name, player: gone.name), in: room, by: session, re: re)
      }
      let player = try subordinate(name, of: session)
      let act = act(.hide, by: session, player: player, target: room.name, text: why)
      let hadPosts = removePosts(of: player.id, in: room)
      guard room.redactTalk(of: player.id) || hadPosts else {
        throw WireError(.notFound, .player, "\(player.name) has said nothing in \(room.name) of late")
      }
      tellHidden(act, Unsaid(room: room.name, player: player.name), in: room, by: session, re: re)
    case .line(let seq):
      guard let line = room.line(seq) else { throw room.noSuchLine(seq) }
      // A guest who has said it may be gone.
      let player = players.withID(line.speaker)
      if let player { _ = try subordinate(player.name, of: session) }
      let act = act(.hide, by: session, player: player, target: "\(room.name) #\(seq)", text: why)
      guard room.redactTalk(of: line.speaker, line: seq) else { throw room.noSuchLine(seq) }
      let unsaid = Unsaid(room: room.name, player: player?.name ?? line.name, line: seq)
      tellHidden(act, unsaid, in: room, by: session, re: re)
    }
  }

  /// A guest who has said something in a room and is gone, so that only what was said has the name.
  private func speakerGone(_ name: String, from room: Room) -> (id: PlayerID, name: String)? {
    guard players.named(name) == nil else { return nil }
    for event in room.state.history.talk(after: 0) {
      guard case .said(let speaker, let id, _, _) = event.content, players.withID(id) == nil,
        PlayerName.fold(speaker) == PlayerName.fold(name)
      else { continue }
      return (id, speaker)
    }
    return nil
  }

  private func tellHidden(_ act: StoredAct, _ unsaid: Unsaid, in room: Room, by session: Session, re: RequestID?) {
    emit(act)
    let members = sessions.all.filter { listener in listener.rooms.contains { $0 === room } }
    hub.send(unsaid, to: members, after: hub.journal.ticket)
    answer(act, to: session, re: re)
  }
}
