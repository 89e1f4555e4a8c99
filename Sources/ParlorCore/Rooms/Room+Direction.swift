import GameKit
import WireProtocol

/// A room owner's decisions about its rounds and who may come in, and the change of its owner.
extension Room {
  /// Pauses or resumes the rounds.
  func setPaused(_ isPaused: Bool, for requester: Requester) throws(WireError) {
    direct(try view.pausing(isPaused), for: requester)
  }

  /// Ends the current round, as if its time were up, and prevents the automatic next one. A game that handles the event
  /// gives its players an outcome; in others they are unfinished.
  func stop(for requester: Requester) throws(WireError) {
    try view.checkStop()
    direct(.stopped, for: requester)
    // The round does not wait for the answer of a game in another process.
    if plan.game?.remote == nil { tell(.stop(requester.session.player.id)) }
    perform(.boardsChanged)
  }

  /// Sets the time limit of rounds.
  ///
  /// - Parameter now: whether it applies to the current round.
  func setRoundSeconds(_ seconds: Int, now: Bool, for requester: Requester) throws(WireError) {
    direct(try view.changing(roundSeconds: seconds, now: now), for: requester)
  }

  /// Locks the room against newcomers, or unlocks it.
  func setLocked(_ isLocked: Bool, for requester: Requester) throws(WireError) {
    direct(try view.locking(isLocked), for: requester)
  }

  /// Makes another member the owner.
  func handOver(to heir: Member, for requester: Requester) throws(WireError) {
    try view.checkHandOver(to: heir)
    own(heir, for: requester)
  }

  /// Pauses a round whose game, in another process, keeps failing, until the owner resumes it.
  ///
  /// - Parameter moment: since when the game has not answered: clocks stand from then on.
  /// - Returns: whether a round is paused now.
  func pauseByItself(since moment: Instant) -> Bool {
    guard rounds.isRunning, !rounds.isPaused else { return false }
    directByItself(.paused(at: moment, deadline: rounds.phase.deadline, isRound: true))
    return true
  }

  /// Removes the time in which its game was not asked from a table's clocks.
  func standStill(since moment: Instant) {
    if view.nextTableEvent != nil || shared?.clock != nil { skipTime(since: moment) }
  }

  /// Removes the time since a moment from a round. After a clock was set back that is later.
  func skipTime(since moment: Instant) {
    guard moment != hub.now, pauseByItself(since: moment) else { return }
    directByItself(.unpaused(at: hub.now, deadline: rounds.deadlineAfterPause(at: hub.now), isRound: true))
  }

  private func directByItself(_ direction: Direction) {
    publish(.directed(direction), by: .init(plan.game?.info.title ?? name, RoomEvent.nobody))
    scheduleDeadline()
  }

  private func direct(_ direction: Direction, for requester: Requester) {
    publish(.directed(direction), by: .init(requester.session.player), for: requester)
    scheduleDeadline()
  }

  /// Assigns a present member as the owner of a room whose owner is gone for good.
  func assignOwner() {
    guard owner == nil, let heir = state.heir(besides: nil) else { return }
    inherit(heir)
  }

  /// A member owns the room after an owner who has gone. A lock ends with that: it would keep out who has made it.
  func inherit(_ heir: Member) {
    own(heir)
    if plan.isLocked { publish(.directed(.locked(false)), by: .init(heir.player)) }
  }

  func own(_ heir: Member, for requester: Requester? = nil) {
    publish(.presence(.owner, RoomEvent.PresenceDetails()), by: .init(heir.player), for: requester)
  }

  /// Readmits an excluded player by the present name or, for guests who have left, the former one.
  func unkick(_ name: String, _ player: Player?, for requester: Requester) throws(WireError) {
    guard let found = state.kicked.find(name, player, at: hub.now) else {
      throw WireError(.notFound, .player, "\(player?.name ?? name) has not been sent away from \(self.name)")
    }
    var details = RoomEvent.PresenceDetails()
    details.privateDetails.address = found.address
    publish(.presence(.unkicked, details), by: .init(found.name, found.player), for: requester)
  }
}
