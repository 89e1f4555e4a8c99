package import GameKit
package import WireProtocol

/// The server has started: documents and players are loaded, rooms are not yet.
package struct ServerStarted: ParlorContext {
  package let parlor: Parlor
  let damagedPlayers: Set<PlayerID>

  /// Whether there is a player with a number, or was until the stored player was damaged.
  package func knows(_ player: PlayerID) -> Bool {
    parlor.players.contains(player) || damagedPlayers.contains(player)
  }
}

/// A civil day has begun, or the server has started on it, with all of its rooms: reactions may run twice per day.
package struct DayBegan: ParlorContext {
  package let parlor: Parlor

  /// The day.
  package var today: Day { hub.today }
  /// The civil day of a moment.
  package func day(of moment: Instant) -> Day { hub.configuration.calendar.day(at: moment) }
}

/// A session has logged in to an account, and has the state of its rooms.
package struct LoggedIn {
  /// Of the session, without an answer.
  package let context: SessionContext
}

/// A guest has taken a name.
package struct NameTaken {
  /// Of the session, without an answer.
  package let context: SessionContext
}

/// A player has blocked another.
package struct PlayerBlocked {
  /// Of the session of the player who has blocked; it answers nothing.
  package let context: SessionContext
  package let other: PlayerID
}

/// A player who cannot return: a guest who has left, or a forgotten player.
package struct PlayerGone: ParlorContext {
  package let parlor: Parlor
  package let player: PlayerID
  /// The player, if all data is deleted; `nil` for a guest who has left.
  package var forgotten: Player? = nil
  package var isForgotten: Bool { forgotten != nil }
}

/// The personal export of a player: features add what they have in memory outside of the player's own documents.
package final class PersonalRecords: ParlorContext {
  package let parlor: Parlor
  package let player: Player
  private(set) var records: [(name: String, write: (inout JSONWriter) -> Void)] = []

  init(of player: Player, _ parlor: Parlor) { (self.player, self.parlor) = (player, parlor) }

  /// Adds a record.
  package func add(_ name: String, _ write: @escaping (inout JSONWriter) -> Void) { records.append((name, write)) }
}

/// The counts in the answer to `status`: features add theirs.
package final class StatusCounts {
  /// Of the session, without an answer.
  package let context: SessionContext
  private(set) var counts: [(name: String, count: Int)] = []

  init(for context: SessionContext) { self.context = context }

  /// Adds a count by its name in the answer.
  package func add(_ name: String, _ count: Int) { counts.append((name, count)) }
}
