import GameKit
import WireProtocol

/// Who may join and leave.
extension RoomView {
  /// Checks whether a player with the room's code, or without the need for one, may join.
  func checkEntry(_ player: Player, isWatching: Bool) throws(WireError) {
    if members[player.id] == nil, state.kicked.covers(newcomer: player, at: hub.now) {
      throw WireError(.kicked, "The owner of \(name) has sent you away")
    }
    if plan.isLocked, members[player.id] == nil, !state.belongsHere(player.id) {
      throw WireError(.locked, "\(name) is locked: its owner lets nobody new in")
    }
    if plan.isNamedOnly, player.isGuest {
      throw WireError(.notLoggedIn, "\(name) is for players with a name: claim one first, for example /name ana")
    }
    try mode.checkEntry(of: player, isWatching: isWatching, to: self)
    // Between two matches of a rated series a watching player could lead and delay it.
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

  /// Whether a player is in the current match against others.
  func playsMatch(_ player: Player) -> Bool { tableMatch != nil && state.hasUnfinishedBoard(player) }

  /// Whether a player is in a rated match, or in a rated series that is not decided yet.
  func playsForRatings(_ player: Player) -> Bool {
    guard isRated, !player.isGuest, members[player.id]?.isWatching == false, let seat = boards[player.id],
      seat.played.scope == scope
    else { return false }
    return rounds.isRunning && !seat.isDone || isSeriesUnderWay
  }

  /// Refuses to send a rated player away, which would decide the match.
  func requireNoRatedMatch(of player: Player) throws(WireError) {
    let name = player.name
    guard playsForRatings(player) else { return }
    throw WireError(
      .alreadyPlaying,
      "\(name) plays a match or series that counts for ratings: /kick after it, /mute \(name) until then")
  }
}
