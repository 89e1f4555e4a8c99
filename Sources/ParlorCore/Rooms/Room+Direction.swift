import GameKit
import WireProtocol

/// What a room's owner decides about its rounds, and about who owns it.
extension Room {
  /// Lets the rounds wait, or go on. The clock of the round stands meanwhile, or that of the pause before the next one.
  func setPaused(_ isPaused: Bool, for requester: Requester) throws(WireError) {
    guard mode.hasCommonRounds || rounds.isPaused else { throw Self.hasNoRounds(name) }
    guard rounds.phase != .waiting else {
      throw WireError(.notPlaying, "No \(mode.roundNoun) is under way in \(name): /start begins one")
    }
    guard rounds.isPaused != isPaused else {
      throw WireError(
        Rejection("not_here", isPaused ? "It is paused already: /unpause goes on" : "It is not paused"))
    }
    let direction: Direction =
      isPaused
      ? .paused(at: hub.now, deadline: rounds.phase.deadline, isRound: rounds.isRunning)
      : .unpaused(
        at: hub.now, deadline: rounds.deadlineAfterPause(at: hub.now), isRound: rounds.isRunning)
    direct(direction, for: requester)
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

  /// Ends the round under way, as if its time were up, and lets none begin by itself.
  ///
  /// - Throws: while a match or series is played for ratings: who is about to lose it must not end it.
  func stop(for requester: Requester) throws(WireError) {
    guard mode.hasCommonRounds else { throw Self.hasNoRounds(name) }
    guard rounds.phase != .waiting else {
      throw WireError(.notPlaying, "No \(mode.roundNoun) is under way in \(name), and none begins by itself")
    }
    if isRated, seats.values.contains(where: { !$0.player.isGuest }) {
      throw WireError(
        .alreadyPlaying,
        rounds.isRunning
          ? "A match that counts for ratings is ended by those who play it: /resign, or /draw"
          : "A series that counts for ratings goes on: who plays no more of it leaves")
    }
    direct(.stopped, for: requester)
    perform(.boardsChanged)
  }

  /// Sets how long rounds last.
  ///
  /// - Parameter now: whether the round under way lasts as long, but at least ``leastLeft`` from now on.
  func setRoundSeconds(_ seconds: Int, now: Bool, for requester: Requester) throws(WireError) {
    guard mode.endsByTime else {
      throw WireError(Rejection("not_here", "Rounds in \(name) take as long as they take: only a race has a time"))
    }
    var end: Instant?
    if now, rounds.isRunning, let table {
      let whole = table.dealtAt.adding(milliseconds: Int64(seconds) * 1000 + rounds.pausedMilliseconds)
      end = max(whole, rounds.clock(at: hub.now).adding(milliseconds: Self.leastLeft))
    }
    direct(.changed(roundSeconds: seconds, endsAt: end), for: requester)
  }

  /// Nobody's round ends at once because somebody has typed a small number.
  private static let leastLeft: Int64 = 10_000

  private func direct(_ direction: Direction, for requester: Requester) {
    let player = requester.session.player
    publish(.directed(direction, player: player.name, id: player.id), for: requester)
    scheduleDeadline()
  }

  /// Makes another member the owner.
  func handOver(to heir: Member, for requester: Requester) throws(WireError) {
    guard !mode.isSolitary else {
      throw WireError(Rejection("not_here", "\(name) is a practice room for one"))
    }
    guard heir.awaySince == nil else {
      throw WireError(.notFound, .player, "\(heir.player.name) is away: hand the room over to somebody who is here")
    }
    guard heir.player.ownedRooms < hub.limits.roomsPerPlayer else {
      throw WireError(
        .tooMany, .room, "\(heir.player.name) owns \(hub.limits.roomsPerPlayer) rooms, as many as one may")
    }
    own(heir, for: requester)
  }

  /// A room whose owner is gone for good gets another one among those who are there.
  func assignOwner() {
    guard owner == nil, let heir = heir(besides: nil) else { return }
    own(heir)
  }

  func own(_ heir: Member, for requester: Requester? = nil) {
    publish(
      .presence(.owner, player: heir.player.name, id: heir.player.id, details: RoomEvent.PresenceDetails()),
      for: requester)
  }

  /// Who owns the room after somebody; `nil` for one of the server's own, or of a feature.
  func heir(besides player: Player?) -> Member? {
    guard !mode.isPermanent, plan.isOwned else { return nil }
    // Somebody who is here before somebody who is away, players before watchers, then who has been here longest.
    func rank(_ member: Member) -> (Int, Int, Int) {
      (member.awaySince == nil ? 0 : 1, member.isWatching ? 1 : 0, member.order)
    }
    return members.all.filter { $0.player !== player }.min { rank($0) < rank($1) }
  }

  /// Lets somebody in again who was sent away, known by a name of now or, for guests who are gone, of then.
  func unkick(_ name: String, _ player: Player?, for requester: Requester) throws(WireError) {
    guard let found = kicked.find(name, player, at: hub.now) else {
      throw WireError(.notFound, .player, "\(player?.name ?? name) has not been sent away from \(self.name)")
    }
    var details = RoomEvent.PresenceDetails()
    details.privateDetails.address = found.address
    publish(.presence(.unkicked, player: found.name, id: found.player, details: details), for: requester)
  }

  /// Whom the owner has sent away, and whom silenced, as far as anybody knows their names.
  func excluded(_ playerNamed: (PlayerID) -> String?) -> (kicked: [String], muted: [String]) {
    (kicked.names(at: hub.now, playerNamed), muted.names(at: hub.now, playerNamed))
  }

  private static func hasNoRounds(_ name: String) -> WireError {
    WireError(Rejection("not_here", "There are no rounds in \(name) that would not wait for you"))
  }
}
