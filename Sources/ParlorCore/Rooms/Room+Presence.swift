import GameKit
import WireProtocol

/// Coming, going, and the places of those who are gone for a while.
extension Room {
  /// Checks whether a player may come in.
  func checkEntry(_ player: Player, code: String?, isWatching: Bool) throws(WireError) {
    if members[player.id] == nil, kicked.covers(newcomer: player, at: hub.now) {
      throw WireError(.kicked, "The owner of \(name) has sent you away")
    }
    if plan.isNamedOnly, player.isGuest {
      throw WireError(.notLoggedIn, "\(name) is for players with a name: claim one first, for example /name ana")
    }
    if !isWatching, mode?.isSolitary == true, owner !== player {
      throw WireError(.roomFull, "\(name) is a practice room for one: /watch \(name) to look on")
    }
    if members[player.id] != nil { return }
    if !isWatching { try checkSeats() }
    if let expected = plan.code, expected != code, owner !== player {
      throw WireError(
        .wrongCode,
        code == nil
          ? "\(name) needs a code: /\(isWatching ? "watch" : "join") \(name) CODE" : "That is not the code of \(name)")
    }
    if !plan.isPermanent, members.count >= hub.limits.roomMembers {
      throw WireError(.roomFull, "\(name) is full (\(hub.limits.roomMembers) members)")
    }
  }

  /// Those at one board see each of its moves, so a shared board has no more seats than a room may have members before
  /// it sends digests.
  private func checkSeats() throws(WireError) {
    guard mode?.sharesBoard == true, members.count - members.watcherCount >= hub.limits.digestMembers else { return }
    throw WireError(.roomFull, "The board of \(name) has \(hub.limits.digestMembers) seats, all taken: /watch \(name)")
  }

  /// Brings a player in; a place that was kept is taken up again.
  ///
  /// The newcomer is not told of its own coming: `joined` says all there is to say.
  func enter(_ session: Session, isWatching: Bool, settings: JSON?) throws(WireError) -> Member {
    let player = session.player
    if let member = members[player.id] {
      try rejoin(member, session, isWatching: isWatching, settings: settings)
      return member
    }
    let member = members.add(player, isWatching: isWatching)
    member.cameAfter = seq
    if !isWatching {
      do {
        try sit(member, settings: settings)
      } catch {
        members.remove(player.id)
        throw error
      }
    }
    // Who comes from where somebody was silenced stays silent for as long as that one.
    if muted.covers(newcomer: player, at: hub.now) { muted.add(player.id) }
    player.visited.insert(number)
    announce(.entered, member)
    member.isArriving = false
    session.rooms.append(self)
    return member
  }

  private func rejoin(
    _ member: Member, _ session: Session, isWatching: Bool, settings: JSON?
  ) throws(WireError) {
    let wasWatching = member.isWatching
    if wasWatching && !isWatching { try checkSeats() }
    members.setWatching(member, isWatching)
    if wasWatching != isWatching, !plan.isPermanent {
      // No event tells of it where somebody stays away, but the place is stored.
      isRowStale = true
      hub.touch(self)
    }
    if !isWatching {
      do {
        try sit(member, settings: settings)
      } catch {
        members.setWatching(member, wasWatching)
        throw error
      }
    } else if !wasWatching {
      vacate(member)
    }
    if member.awaySince != nil {
      announce(.back, member)
      members.markBack(member)
      member.player.awayFrom.removeAll { $0 === self }
    } else if wasWatching != isWatching {
      announce(.entered, member)
    }
    if !session.rooms.contains(where: { $0 === self }) { session.rooms.append(self) }
    member.behindSince = nil
  }

  /// Gives a member a seat at whatever is being played.
  private func sit(_ member: Member, settings: JSON?) throws(WireError) {
    guard mode != nil else { return }
    if playsTheDay {
      try sitForTheDay(member.player, settings: settings)
    } else {
      newcomer = member
      defer { newcomer = nil }
      perform(.seated(member.player.id))
    }
  }

  /// A player leaves for good. Boards of a daily stay; a seat in a round is given up.
  ///
  /// - Parameter quietly: whether the player is told by what follows, and not of its own leaving.
  func leave(_ player: Player, reason: String? = nil, quietly: Bool = false, for requester: Requester? = nil) {
    guard let member = members[player.id] else { return }
    let details = RoomEvent.PresenceDetails(isWatching: member.isWatching, reason: reason)
    let event = RoomEvent.Content.presence(.left, player: player.name, id: player.id, details: details)
    if quietly { publishToOthers(event, than: member) } else { publish(event, for: requester) }
    members.remove(player.id)
    player.awayFrom.removeAll { $0 === self }
    player.session?.rooms.removeAll { $0 === self }
    vacate(member)
    passOwnership(from: player)
  }

  /// The connection is gone. A player who cannot come back, or has nothing to come back to, leaves.
  ///
  /// - Parameter reason: why, where the player has said goodbye.
  func lose(_ player: Player, reason: String? = nil) {
    guard let member = members[player.id], member.awaySince == nil else { return }
    // In a daily the board stays in `seats`; the player need not stay in the list of members, nor in that of the
    // channel's followers.
    guard player.canReturn, !plan.isPermanent else { return leave(player) }
    members.markAway(member, since: hub.now)
    player.awayFrom.append(self)
    announce(.away, member, reason: reason)
    scheduleDeadline()
  }

  /// Gives up the places that have been kept long enough.
  func endAbsences() {
    guard members.awayCount > 0 else { return }
    let kept = Int64(hub.limits.seatSeconds) * 1000
    let over = members.all.filter { member in
      member.awaySince.map { $0.adding(milliseconds: kept) <= hub.now } ?? false
    }
    for member in over { leave(member.player, reason: "away_too_long") }
  }

  private func vacate(_ member: Member) {
    guard let mode, !mode.playsTheDay else { return }
    if let seat = seats.removeValue(forKey: member.player.id) {
      if let earlier = formerSeats.updateValue(seat, forKey: member.player.id),
        !formerSeats.values.contains(where: { $0.played === earlier.played })
      {
        recordClosed([member.player.id: earlier])
      }
      dropFormerSeats()
    }
    perform(.vacated(member.player.id))
  }

  /// How many players who are not here a room remembers, by their boards or the rounds that they have won.
  private var mostFormer: Int { 2 * hub.limits.roomMembers }

  /// Puts away the oldest players' boards when there are too many of them, those that are not finished first.
  private func dropFormerSeats() {
    while formerSeats.count > mostFormer,
      let (id, seat) = formerSeats.min(by: { ($0.value.isDone ? 1 : 0, $0.key) < ($1.value.isDone ? 1 : 0, $1.key) })
    {
      formerSeats[id] = nil
      if !formerSeats.values.contains(where: { $0.played === seat.played }),
        !seats.values.contains(where: { $0.played === seat.played })
      {
        recordClosed([id: seat])
      }
    }
  }

  /// Forgets the rounds won of players who are not here when there are too many of them, those with fewest first.
  func dropWins() {
    guard wins.count > mostFormer else { return }
    let gone = wins.filter { members[$0.key] == nil }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    for (id, _) in gone.prefix(wins.count - mostFormer) { wins[id] = nil }
  }

  /// Drops what a daily room has kept for a player who cannot come back.
  func forgetBoard(of player: Player) {
    seats[player.id] = nil
    formerSeats[player.id] = nil
  }

  private func passOwnership(from player: Player) {
    guard owner === player, !plan.isPermanent else { return }
    // Somebody who is here before somebody who is away, players before watchers, then who has been here longest.
    func rank(_ member: Member) -> (Int, Int, Int) {
      (member.awaySince == nil ? 0 : 1, member.isWatching ? 1 : 0, member.order)
    }
    guard let heir = members.all.min(by: { rank($0) < rank($1) }) else {
      owner = nil
      return
    }
    owner = heir.player
    publish(.presence(.owner, player: heir.player.name, id: heir.player.id, details: RoomEvent.PresenceDetails()))
  }

  private func announce(_ change: Presence.Change, _ member: Member, reason: String? = nil) {
    let details = RoomEvent.PresenceDetails(isWatching: member.isWatching, reason: reason)
    publishToOthers(.presence(change, player: member.player.name, id: member.player.id, details: details), than: member)
  }

  /// Somebody goes by another name now.
  func rename(_ player: Player, from old: String) {
    guard members[player.id] != nil else { return }
    publish(.presence(.renamed, player: old, id: player.id, details: RoomEvent.PresenceDetails(name: player.name)))
  }

  /// Nothing of the player stays in the room, not even a board of the day.
  func forget(_ player: Player) {
    seats[player.id] = nil
    formerSeats[player.id] = nil
    let hadWon = wins.removeValue(forKey: player.id) != nil
    // To be forgotten does not end what the owner has decided.
    let wasKicked = kicked.forget(player, seconds: hub.limits.excludedAddressSeconds, at: hub.now)
    let wasMuted = muted.forget(player, seconds: hub.limits.excludedAddressSeconds, at: hub.now)
    guard wasKicked || wasMuted || hadWon else { return }
    isRowStale = true
    hub.touch(self)
  }

  /// Everybody of whom the room holds something.
  var acquaintances: Set<PlayerID> {
    log.players.union(seats.keys).union(formerSeats.keys).union(wins.keys).union(kicked.players)
      .union(muted.players).union(members.all.lazy.map(\.player.id))
  }

  func kick(_ target: Member, for requester: Requester) {
    kicked.add(target.player, seconds: hub.limits.excludedAddressSeconds, at: hub.now)
    leave(target.player, reason: "kicked", for: requester)
  }

  func setMuted(_ target: Member, _ isMuted: Bool, for requester: Requester) {
    if isMuted {
      muted.add(target.player, seconds: hub.limits.excludedAddressSeconds, at: hub.now)
    } else {
      muted.remove(target.player)
    }
    publish(
      .presence(
        .muted, player: target.player.name, id: target.player.id, details: RoomEvent.PresenceDetails(isMuted: isMuted)),
      for: requester)
  }
}

extension Room {
  /// A player whose place was kept is here again, through another connection.
  func welcomeBack(_ player: Player, _ session: Session) -> Member? {
    guard let member = members[player.id] else { return nil }
    announce(.back, member)
    members.markBack(member)
    member.behindSince = nil
    session.rooms.append(self)
    return member
  }
}
