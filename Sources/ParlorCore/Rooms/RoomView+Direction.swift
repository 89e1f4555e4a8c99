import GameKit
import WireProtocol

/// What a room's owner may decide about it at the moment.
extension RoomView {
  /// Refuses another round where none may begin.
  func checkStart() throws(WireError) {
    try mode.checkStart(state.situation)
    guard plan.isOwned || rounds.number == 0 else { throw WireError(.notPlaying, "This room is for one game alone") }
  }

  /// Lets the rounds wait, or go on: the clock of the round stands meanwhile, or that of the pause before the next one.
  ///
  /// - Throws: where there is nothing that could wait, or it does already.
  func pausing(_ isPaused: Bool) throws(WireError) -> Direction {
    guard mode.hasCommonRounds || rounds.isPaused else { throw hasNoRounds }
    guard rounds.phase != .waiting else {
      throw WireError(.notPlaying, "No \(mode.roundNoun) is under way in \(name): /start begins one")
    }
    guard rounds.isPaused != isPaused else {
      throw WireError(
        Rejection("not_here", isPaused ? "It is paused already: /unpause goes on" : "It is not paused"))
    }
    return isPaused
      ? .paused(at: hub.now, deadline: rounds.phase.deadline, isRound: rounds.isRunning)
      : .unpaused(at: hub.now, deadline: rounds.deadlineAfterPause(at: hub.now), isRound: rounds.isRunning)
  }

  /// Refuses to end the round under way where there is none, or a match or series is played for ratings: who is about
  /// to lose it must not end it.
  func checkStop() throws(WireError) {
    guard mode.hasCommonRounds else { throw hasNoRounds }
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
  }

  /// How long rounds last from now on.
  ///
  /// - Parameter now: whether the round under way lasts as long, but at least ``leastLeft`` from now on.
  /// - Throws: where no time ends them.
  func changing(roundSeconds seconds: Int, now: Bool) throws(WireError) -> Direction {
    guard mode.endsByTime else {
      throw WireError(Rejection("not_here", "Rounds in \(name) take as long as they take: only a race has a time"))
    }
    var end: Instant?
    if now, rounds.isRunning, let table {
      let whole = table.dealtAt.adding(milliseconds: Int64(seconds) * 1000 + rounds.pausedMilliseconds)
      end = max(whole, rounds.clock(at: hub.now).adding(milliseconds: Self.leastLeft))
    }
    return .changed(roundSeconds: seconds, endsAt: end)
  }

  /// Nobody's round ends at once because somebody has typed a small number.
  private static let leastLeft: Int64 = 10_000

  /// Refuses to make a member the owner who is away, or owns as many rooms as one may.
  func checkHandOver(to heir: Member) throws(WireError) {
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
  }

  private var hasNoRounds: WireError {
    WireError(Rejection("not_here", "There are no rounds in \(name) that would not wait for you"))
  }
}
