package import GameKit
package import WireProtocol

/// The server has started: documents and players are loaded, rooms are not yet.
package struct ServerStarted: ParlorContext {
  package let parlor: Parlor
  let damagedPlayers: Set<PlayerID>

  /// Whether there is a player of a number, or was until what is stored of the player was damaged.
  package func knows(_ player: PlayerID) -> Bool {
    parlor.players.contains(player) || damagedPlayers.contains(player)
  }
}

/// A civil day has begun, or the server has started on it, with all of its rooms: reactions may come twice on one day.
package struct DayBegan: ParlorContext {
  package let parlor: Parlor

  /// The day that has begun.
  package var today: Day { hub.today }
  /// The civil day of a moment.
  package func day(of moment: Instant) -> Day { hub.configuration.calendar.day(at: moment) }
}

/// A session has logged in to an account, and knows how its rooms stand.
package struct LoggedIn {
  /// Of the session; it answers nothing.
  package let context: SessionContext
}

/// A guest has taken a name.
package struct NameTaken {
  /// Of the session; it answers nothing.
  package let context: SessionContext
}

/// A player whom nobody can ever be again: a guest who has gone, or somebody who is forgotten.
package struct PlayerGone: ParlorContext {
  package let parlor: Parlor
  package let player: PlayerID
  /// Who it was, where all that is the player's is deleted; `nil` for a guest who has gone.
  package var forgotten: Player? = nil
  package var isForgotten: Bool { forgotten != nil }
}

/// What is kept of a player, who asks for all of it: features add what they have in memory that does not stand in a
/// document of the player's own.
package final class PersonalRecords: ParlorContext {
  package let parlor: Parlor
  package let player: Player
  private(set) var records: [(name: String, write: (inout JSONWriter) -> Void)] = []

  init(of player: Player, _ parlor: Parlor) { (self.player, self.parlor) = (player, parlor) }

  /// Adds a record.
  package func add(_ name: String, _ write: @escaping (inout JSONWriter) -> Void) { records.append((name, write)) }
}

/// What the answer to `status` counts: features add theirs.
package final class StatusCounts {
  /// Of the session; it answers nothing.
  package let context: SessionContext
  private(set) var counts: [(name: String, count: Int)] = []

  init(for context: SessionContext) { self.context = context }

  /// Adds a count by its name in the answer.
  package func add(_ name: String, _ count: Int) { counts.append((name, count)) }
}
