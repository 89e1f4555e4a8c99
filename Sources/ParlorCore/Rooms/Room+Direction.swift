import GameKit
import WireProtocol

/// What a room's owner decides about its rounds, and about who owns it.
extension Room {
  /// Lets the rounds wait, or go on.
  func setPaused(_ isPaused: Bool, for requester: Requester) throws(WireError) {
    direct(try view.pausing(isPaused), for: requester)
  }

  /// Ends the round under way, as if its time were up, and lets none begin by itself.
  func stop(for requester: Requester) throws(WireError) {
    try view.checkStop()
    direct(.stopped, for: requester)
    perform(.boardsChanged)
  }

  /// Sets how long rounds last.
  ///
  /// - Parameter now: whether the round under way lasts as long.
  func setRoundSeconds(_ seconds: Int, now: Bool, for requester: Requester) throws(WireError) {
    direct(try view.changing(roundSeconds: seconds, now: now), for: requester)
  }

  /// Makes another member the owner.
  func handOver(to heir: Member, for requester: Requester) throws(WireError) {
    try view.checkHandOver(to: heir)
    own(heir, for: requester)
  }

  /// Lets the round wait whose game, in another process, fails again and again: its owner says when it goes on.
  ///
  /// - Parameter moment: since when the game has not answered: clocks stand from then on.
  /// - Returns: whether there is a round that waits now.
  func pauseByItself(since moment: Instant) -> Bool {
    guard rounds.isRunning, !rounds.isPaused else { return false }
    directByItself(.paused(at: moment, deadline: rounds.phase.deadline, isRound: true))
    return true
  }

  /// Takes from the clocks of a table the time in which its game was asked for nothing.
  func standStill(since moment: Instant) {
    guard shared?.clock != nil, moment < hub.now, pauseByItself(since: moment) else { return }
    directByItself(.unpaused(at: hub.now, deadline: rounds.deadlineAfterPause(at: hub.now), isRound: true))
  }

  private func directByItself(_ direction: Direction) {
    publish(.directed(direction, player: plan.game?.info.title ?? name, id: RoomEvent.nobody))
    scheduleDeadline()
  }

  private func direct(_ direction: Direction, for requester: Requester) {
    let player = requester.session.player
    publish(.directed(direction, player: player.name, id: player.id), for: requester)
    scheduleDeadline()
  }

  /// A room whose owner is gone for good gets another one among those who are there.
  func assignOwner() {
    guard owner == nil, let heir = state.heir(besides: nil) else { return }
    own(heir)
  }

  func own(_ heir: Member, for requester: Requester? = nil) {
    publish(
      .presence(.owner, player: heir.player.name, id: heir.player.id, details: RoomEvent.PresenceDetails()),
      for: requester)
  }

  /// Lets somebody in again who was sent away, known by a name of now or, for guests who are gone, of then.
  func unkick(_ name: String, _ player: Player?, for requester: Requester) throws(WireError) {
    guard let found = state.kicked.find(name, player, at: hub.now) else {
      throw WireError(.notFound, .player, "\(player?.name ?? name) has not been sent away from \(self.name)")
    }
    var details = RoomEvent.PresenceDetails()
    details.privateDetails.address = found.address
    publish(.presence(.unkicked, player: found.name, id: found.player, details: details), for: requester)
  }
}
