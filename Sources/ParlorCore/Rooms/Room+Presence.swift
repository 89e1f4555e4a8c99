import GameKit
import WireProtocol

/// Joining, leaving, and reserved seats.
extension Room {
  /// Adds a player, or restores a reserved seat.
  ///
  /// The player is not sent the own join: `joined` has everything.
  ///
  /// - Parameter beginsToday: whether yesterday's board is given up for today's.
  func enter(
    _ session: Session, isWatching: Bool, settings: JSON?, beginsToday: Bool = false
  ) throws(WireError) -> Member {
    let player = session.player
    // If all seats are taken or reserved, newcomers watch.
    let isSeated = members[player.id].map { !$0.isWatching } ?? false
    let isWatching = isWatching || !isSeated && (state.isTableFull || !plan.seats(player.id))
    try view.prepareBoards(for: player, isWatching: isWatching)
    if let member = members[player.id] {
      try rejoin(member, session, isWatching: isWatching, settings: settings, beginsToday: beginsToday)
      return member
    }
    let board = try dayBoard(for: player, isWatching: isWatching, settings: settings, beginsToday: beginsToday)
    // A player from the address of a muted one is muted as long as that one.
    var hidden = RoomEvent.PresenceDetails.PrivateDetails()
    hidden.isMuted = state.muted.covers(newcomer: player, at: hub.now)
    if !isWatching { hidden.board = boardToGive(player.id) }
    let details = RoomEvent.PresenceDetails(isWatching: isWatching, privateDetails: hidden)
    let member = Member(player: player, isWatching: isWatching)
    // A guest's connection may outlive this core, and returns to the seat in the next one.
    if hub.isClustered, !mode.isPermanent { hub.keep(player) }
    publish(.presence(.entered, details), by: .init(player), .member(member))
    endDowntime(for: player.id)
    hub.keep(Visit(.entered, at: hub.now, room: self), of: player)
    assignOwner()
    noteVisit(of: player)
    assignSeat(to: member, board)
    member.isArriving = false
    session.rooms.append(self)
    return member
  }

  private func rejoin(
    _ member: Member, _ session: Session, isWatching: Bool, settings: JSON?, beginsToday: Bool
  ) throws(WireError) {
    let wasWatching = member.isWatching
    if wasWatching && !isWatching { try mode.checkSeat(in: view) }
    let board = try dayBoard(for: member.player, isWatching: isWatching, settings: settings, beginsToday: beginsToday)
    member.isArriving = true
    defer { member.isArriving = false }
    if member.awaySince != nil {
      announce(.back, member, isWatching: isWatching)
      member.player.awayFrom.removeAll { $0 === self }
      assignOwner()
    } else if wasWatching != isWatching {
      announce(.entered, member, isWatching: isWatching)
    }
    assignSeat(to: member, board)
    if !wasWatching && isWatching { perform(.boardsChanged) }
    if !session.rooms.contains(where: { $0 === self }) { session.rooms.append(self) }
    member.behindSince = nil
  }

  /// The board of the day for a player who takes a seat; `nil` if there is none to deal.
  private func dayBoard(
    for player: Player, isWatching: Bool, settings: JSON?, beginsToday: Bool
  ) throws(WireError) -> Seat? {
    isWatching ? nil : try daily?.seat(for: player, settings: settings, beginsToday: beginsToday)
  }

  /// Seats a member in what is being played.
  ///
  /// - Parameter board: of the day.
  private func assignSeat(to member: Member, _ board: Seat?) {
    if let board { daily?.sitDown(board) } else { daily?.planDeparture(of: member.player.id) }
    isAbandoned = false
    resumeSeries()
    guard !member.isWatching, hub.maintenanceNow == nil else { return }
    perform(.seated)
  }

  /// Removes a player for good. Boards of a daily stay; a seat in a round is given up.
  ///
  /// - Parameter quietly: whether the caller sends the player a message instead of one about leaving.
  func leave(
    _ player: Player, reason: String? = nil, from address: Exclusions.Address? = nil, quietly: Bool = false,
    for requester: Requester? = nil
  ) {
    guard let member = members[player.id] else { return }
    var details = RoomEvent.PresenceDetails(isWatching: member.isWatching, reason: reason)
    details.privateDetails.address = address
    let heir = owner === player ? state.heir(besides: player) : nil
    publish(
      .presence(.left, details), by: .init(player), for: requester,
      except: quietly ? member : nil, leaving: member)
    hub.keep(Visit(.left, at: hub.now, room: self, why: reason), of: player)
    player.awayFrom.removeAll { $0 === self }
    player.session?.rooms.removeAll { $0 === self }
    perform(.boardsChanged)
    resumeSeries()
    daily?.planDeparture(of: player.id)
    if let heir { inherit(heir) }
    // Who leads nobody any more is waited for no longer than others.
    if members.awayCount > 0 { scheduleDeadline() }
  }

  /// Notes that the room may hold something of a player. Dailies may hold something of anybody.
  private func noteVisit(of player: Player) { if dayBoards == nil { player.visited.insert(number) } }

  /// The connection is gone. A player who cannot return, or has nothing to return to, leaves.
  ///
  /// - Parameter reason: the reason, after a `bye`.
  func lose(_ player: Player, reason: String? = nil) {
    guard let member = members[player.id], member.awaySince == nil else { return }
    // In a daily the board stays in `seats`; the player need not stay a member, nor a follower of the channel.
    guard player.canReturn, !mode.isPermanent else { return leave(player) }
    player.awayFrom.append(self)
    announce(.away, member, isWatching: member.isWatching, reason: reason)
    scheduleDeadline()
  }

  /// Restores a member whose connection has outlived the core: nobody has seen it as away.
  ///
  /// - Returns: `nil` if the room does not know the member.
  func takeBack(_ session: Session, isWatching: Bool) -> Member? {
    let player = session.player
    // The server's own rooms keep boards over a start, and no reserved seats.
    guard let member = members[player.id] ?? (mode.isPermanent ? Member(player: player, isWatching: isWatching) : nil)
    else { return nil }
    apply(.reconnected(member))
    member.isArriving = false
    member.behindSince = nil
    player.awayFrom.removeAll { $0 === self }
    noteVisit(of: player)
    daily?.planDeparture(of: player.id)
    session.rooms.append(self)
    return member
  }

  /// A player with a reserved seat has returned, by another connection.
  func welcomeBack(_ player: Player, _ session: Session) -> Member? {
    guard let member = members[player.id] else { return nil }
    member.isArriving = true
    announce(.back, member, isWatching: member.isWatching)
    assignOwner()
    assignSeat(to: member, nil)
    member.isArriving = false
    member.behindSince = nil
    session.rooms.append(self)
    return member
  }

  /// Gives up seats whose reservation has expired.
  func endAbsences() {
    guard members.awayCount > 0 else { return }
    let over = members.all.filter { member in view.absenceEnd(of: member).map { $0 <= hub.now } ?? false }
    // The order in which absent players leave, such as all after a start to which nobody returns, decides nothing.
    let players = seats.keys.filter(state.isInPlay)
    let areAway = players.count > 1 && players.allSatisfy { members[$0]?.awaySince != nil }
    isAbandoned = isAbandoned || isUnattended || areAway
    for member in over { leave(member.player, reason: "away_too_long") }
    if !rounds.isRunning { isAbandoned = false }
  }

  /// Announces a member to the others; the member gets `joined`, which has everything.
  private func announce(_ change: Presence.Change, _ member: Member, isWatching: Bool, reason: String? = nil) {
    var details = RoomEvent.PresenceDetails(isWatching: isWatching, reason: reason)
    if change != .away, !isWatching { details.privateDetails.board = boardToGive(member.player.id) }
    publish(.presence(change, details), by: .init(member.player), except: member)
    if change != .away { endDowntime(for: member.player.id) }
    if let kind = Visit.Kind(rawValue: change.rawValue) {
      hub.keep(Visit(kind, at: hub.now, room: self, why: reason), of: member.player)
    }
  }

  /// A member was renamed.
  func rename(_ player: Player, from old: String, for requester: Requester? = nil) {
    guard members[player.id] != nil else { return }
    let details = RoomEvent.PresenceDetails(name: player.name)
    publish(.presence(.renamed, details), by: .init(old, player.id), for: requester)
  }

  /// Sends a member away, or ends the leave of somebody who has left to come back.
  func kick(_ target: Player, for requester: Requester) {
    // A house bot shares its address with other players, and is no newcomer under another name.
    let isShared = hub.house.isBot(target) || sharesAddress(target)
    let address = isShared ? nil : address(of: target)
    guard members[target.id] == nil else {
      return leave(target, reason: Presence.kicked, from: address, for: requester)
    }
    var details = RoomEvent.PresenceDetails(reason: Presence.kicked)
    details.privateDetails.address = address
    publish(.presence(.left, details), by: .init(target), for: requester)
  }

  /// Whether other members have the player's address: removing one pupil must not lock out a class behind one router.
  private func sharesAddress(_ player: Player) -> Bool {
    members.all.contains { $0.player !== player && $0.player.address == player.address }
  }

  func setMuted(_ target: Member, _ isMuted: Bool, for requester: Requester) {
    var details = RoomEvent.PresenceDetails(isMuted: isMuted)
    details.privateDetails.address = address(of: target.player)
    publish(.presence(.muted, details), by: .init(target.player), for: requester)
  }

  /// The address from which a player is excluded for a while.
  private func address(of player: Player) -> Exclusions.Address? {
    Exclusions.Address(of: player, seconds: hub.limits.excludedAddressSeconds, since: hub.now)
  }
}
