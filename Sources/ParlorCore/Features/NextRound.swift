import GameKit
package import WireProtocol

/// A feature's view of rounds.
extension RoomHandle {
  /// The number of the latest round; 0 before the first.
  package var round: Int { room.rounds.number }
  /// All players with a seat, present or away, in the order of joining.
  package var seated: [Player] {
    room.members.all.filter { !$0.isWatching }.sorted { $0.order < $1.order }.map(\.player)
  }
}

extension SessionContext {
  /// Refuses a next round in a room where none can be requested now, or by a session that does not play there.
  ///
  /// - Throws: `not_in_room`, `watching`, `not_playing`, `already_playing`.
  package func checkNextRound(in handle: RoomHandle) throws(WireError) {
    let room = handle.room
    try room.view.checkPlayer(player)
    try room.view.checkStart(with: room.members.seatedCount)
    guard room.rounds.number > 0 else {
      throw WireError(.notPlaying, "Nothing was played in \(room.name) yet: /start begins")
    }
    if let next = room.roundDeadline, room.rounds.isPausing {
      throw WireError(.notPlaying, "The next \(room.mode.roundNoun) begins by itself in \(now.seconds(until: next)) s")
    }
  }

  /// Begins a room's next round, whoever owns it: its event answers the request.
  package func beginNextRound(in handle: RoomHandle) throws(WireError) {
    try parlor.parts.opening.begin(handle.room, for: requester)
  }

  /// Other players without a room, by name up to a limit; and the number of players on the server.
  package func lobby(limit: Int) -> (names: [String], bots: [String], count: Int) {
    let idle = parlor.sessions.all.lazy.filter { [session] other in
      other !== session && !other.isOperator && other.rooms.isEmpty && other.player.soloRoom?.isOpen != true
    }
    let players = Array(idle.prefix(limit).map(\.player))
    return (players.map(\.name), players.filter(\.isBot).map(\.name), parlor.sessions.all.count { !$0.isOperator })
  }
}
