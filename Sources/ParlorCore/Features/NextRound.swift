import GameKit
package import WireProtocol

/// What features see that let a room play on.
extension RoomHandle {
  /// The number of the latest round; 0 before the first.
  package var round: Int { room.rounds.number }
  /// Everybody who has a seat, away or not, in the order in which they came.
  package var seated: [Player] {
    room.members.all.filter { !$0.isWatching }.sorted { $0.order < $1.order }.map(\.player)
  }
}

extension SessionContext {
  /// Refuses to let a room play on that nobody can ask for a round of at the moment, or of which the session's player
  /// is none of the players.
  ///
  /// - Throws: `not_in_room`, `watching`, `not_playing`, `already_playing`.
  package func checkNextRound(in handle: RoomHandle) throws(WireError) {
    let room = handle.room
    guard let member = room.members[player.id] else {
      throw WireError(.notInRoom, "You are not in \(room.name): join it first")
    }
    if member.isWatching { throw WireError(.watching, "You are only watching \(room.name): join it to play") }
    _ = try room.game()
    try room.view.checkStart()
    guard room.rounds.number > 0 else {
      throw WireError(.notPlaying, "Nothing was played in \(room.name) yet: /start begins")
    }
    if let next = room.roundDeadline, room.rounds.isPausing {
      throw WireError(.notPlaying, "The next \(room.mode.roundNoun) begins by itself in \(now.seconds(until: next)) s")
    }
  }

  /// Begins the next round of a room, whoever owns it: its event is the answer to the request.
  package func beginNextRound(in handle: RoomHandle) throws(WireError) {
    try parlor.parts.opening.begin(handle.room, for: requester)
  }

  /// Who else is here and in no room, at most so many by name; and how many are on the server in all.
  package func lobby(limit: Int) -> (names: [String], bots: [String], count: Int) {
    let idle = parlor.sessions.all.lazy.filter { [session] other in
      other !== session && other.rooms.isEmpty && other.player.soloRoom?.isOpen != true
    }
    let players = Array(idle.prefix(limit).map(\.player))
    return (players.map(\.name), players.filter(\.isBot).map(\.name), parlor.sessions.count)
  }
}
