import GameKit
import WireProtocol

/// Who may come in, and who may not go.
extension RoomView {
  /// Checks whether a player may come in who has the room's code, or needs none.
  func checkEntry(_ player: Player, isWatching: Bool) throws(WireError) {
    if members[player.id] == nil, state.kicked.covers(newcomer: player, at: hub.now) {
      throw WireError(.kicked, "The owner of \(name) has sent you away")
    }
    if plan.isNamedOnly, player.isGuest {
      throw WireError(.notLoggedIn, "\(name) is for players with a name: claim one first, for example /name ana")
    }
    try mode.checkEntry(of: player, isWatching: isWatching, to: self)
    // Between two matches of a rated series a player who watches could lead it, and hold it up.
    if isWatching, state.hasUnfinishedBoard(player) || playsForRatings(player) {
      throw WireError(
        .alreadyPlaying,
        "You play a \(mode.roundNoun) in \(name), which watching would give up: play on, or /leave \(name) first")
    }
    if members[player.id] != nil { return }
    if !isWatching { try mode.checkSeat(in: self) }
    if !mode.isPermanent, members.count >= hub.limits.roomMembers {
      throw WireError(.roomFull, "\(name) is full (\(hub.limits.roomMembers) members)")
    }
  }

  /// Whether a player has a seat at a match against others that is under way, and is not out of it.
  func playsMatch(_ player: Player) -> Bool { tableMatch != nil && state.hasUnfinishedBoard(player) }

  /// Whether a player plays for ratings: a match that is not over for the player, or a series between two of its
  /// matches.
  func playsForRatings(_ player: Player) -> Bool {
    guard mode.seats != nil, isRated, !player.isGuest, let seat = seats[player.id] else { return false }
    return rounds.isRunning ? !seat.isDone : rounds.isPausing
  }

  /// Refuses to send somebody away who plays for ratings: that would lose the match for them, or save them from losing.
  func requireNoRatedMatch(of member: Member) throws(WireError) {
    let name = member.player.name
    guard playsForRatings(member.player) else { return }
    throw WireError(
      .alreadyPlaying,
      "\(name) plays a match or series that counts for ratings: /kick after it; /mute \(name) silences until then")
  }
}
