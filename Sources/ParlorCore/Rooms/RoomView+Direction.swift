import GameKit
import WireProtocol

/// A decision of a room's owner about its rounds, or about who may come in: a fact, with its message.
enum Direction: Codable, Hashable {
  /// The clock stands from this moment on: that of the round, or of the time before the next one; `deadline` is when it
  /// would have ended.
  case paused(at: Instant, deadline: Instant?, isRound: Bool)
  /// The clock runs again from this moment on, towards a later deadline.
  case unpaused(at: Instant, deadline: Instant?, isRound: Bool)
  /// The current round ends, and the next one waits for `start`.
  case stopped
  /// The time limit from the next round on; if it applies to the current one too, its end.
  case changed(roundSeconds: Int, endsAt: Instant?)
  /// Whether nobody new may come in.
  case locked(Bool)
}

extension Direction {
  /// Whether clocks stand.
  var isPause: Bool { if case .paused = self { true } else { false } }
}

/// A room owner's possible decisions.
extension RoomView {
  /// Refuses a round that may not begin now.
  ///
  /// - Parameter players: how many would play it; `nil` for those who are here.
  func checkStart(with players: Int? = nil) throws(WireError) {
    try mode.checkStart(in: state, with: players ?? members.presentPlayerCount)
    guard plan.isOwned || rounds.number == 0 else { throw WireError(.notPlaying, "This room is for one game alone") }
  }

  /// Pauses or resumes the rounds: the round's clock stands meanwhile, or that of the time before the next one.
  ///
  /// - Throws: if there is nothing to pause, or it is paused already.
  func pausing(_ isPaused: Bool) throws(WireError) -> Direction {
    guard mode.hasCommonRounds || rounds.isPaused else { throw hasNoRounds }
    guard rounds.phase != .waiting else {
      throw WireError(.notPlaying, "No \(mode.roundNoun) is under way in \(name): /start begins one")
    }
    guard rounds.isPaused != isPaused else {
      throw .notHere(isPaused ? "It is paused already: /unpause goes on" : "It is not paused")
    }
    return isPaused
      ? .paused(at: hub.now, deadline: rounds.phase.deadline, isRound: rounds.isRunning)
      : .unpaused(at: hub.now, deadline: rounds.deadlineAfterPause(at: hub.now), isRound: rounds.isRunning)
  }

  /// Refuses to end the round if there is none, or if a rated match or series is played: a player who is losing it must
  /// not end it.
  func checkStop() throws(WireError) {
    guard mode.hasCommonRounds else { throw hasNoRounds }
    guard rounds.phase != .waiting else {
      throw WireError(.notPlaying, "No \(mode.roundNoun) is under way in \(name), and none begins by itself")
    }
    if isRatedPlayUnderWay {
      throw WireError(
        .alreadyPlaying,
        rounds.isRunning
          ? "A match that counts for ratings is ended by those who play it: /resign, or /draw"
          : "A series that counts for ratings goes on: who plays no more of it leaves")
    }
  }

  /// The new time limit.
  ///
  /// - Parameter now: whether it applies to the current round, with at least ``leastLeft`` from now on.
  /// - Throws: if rounds have no time limit.
  func changing(roundSeconds seconds: Int, now: Bool) throws(WireError) -> Direction {
    guard mode.endsByTime else {
      throw .notHere("Rounds in \(name) take as long as they take: only a race has a time")
    }
    var end: Instant?
    if now, rounds.isRunning, let table {
      let whole = table.dealtAt.adding(milliseconds: Int64(seconds) * 1000 + rounds.pausedMilliseconds)
      end = max(whole, roundClock.adding(milliseconds: Self.leastLeft))
    }
    return .changed(roundSeconds: seconds, endsAt: end)
  }

  /// Locks or unlocks the room.
  ///
  /// - Throws: if it is so already.
  func locking(_ isLocked: Bool) throws(WireError) -> Direction {
    guard plan.isLocked != isLocked else {
      throw .notHere(isLocked ? "\(name) is locked already: /unlock lets others in" : "\(name) is not locked")
    }
    return .locked(isLocked)
  }

  /// A small number must not end a round at once.
  private static let leastLeft: Int64 = 10_000

  /// Until when the place of a disconnected member is reserved. An owner who leads players without a seat, such as a
  /// teacher, keeps the room for longer: otherwise it would pass to one of them.
  func absenceEnd(of member: Member) -> Instant? {
    let isLeading = member.isWatching && owner === member.player && members.presentPlayerCount > 0
    let seconds = Int64(hub.limits.seatSeconds) * (isLeading ? Self.leaderPatience : 1)
    return member.awaySince?.adding(milliseconds: seconds * 1000)
  }

  /// How many times longer that is: half an hour in place of two minutes.
  private static let leaderPatience: Int64 = 15

  /// Refuses to hand the room to an absent member, to one who owns the most rooms, or during a rated match or series:
  /// who leads it could pause and skip for one of its players.
  func checkHandOver(to heir: Member) throws(WireError) {
    guard !mode.isSolitary else {
      throw .notHere("\(name) is a practice room for one")
    }
    if isRatedPlayUnderWay {
      throw WireError(.alreadyPlaying, "What is played in \(name) counts for ratings: hand the room over after it")
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
    .notHere("There are no rounds in \(name) that would not wait for you")
  }
}

extension WireError {
  /// A request that is not possible in this room, or not now.
  static func notHere(_ message: String) -> WireError { WireError(Rejection("not_here", message)) }
}
