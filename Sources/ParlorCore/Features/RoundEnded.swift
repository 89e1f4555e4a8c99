package import GameKit
import Kernel

/// A round or match is over, and everybody in the room has been told. Published once, live: facts that a feature emits
/// now are stored together with the end.
///
/// Rooms must not be opened or closed now: do so later, by an alarm of a ``SessionPart``.
package struct RoundEnded {
  package let room: RoomHandle
  /// From 1 on.
  package let round: Int
  let standings: [Standing]
  let seats: [Seat]
  /// Whether all have left at once, so that nobody has won.
  let isAbandoned: Bool

  /// The players, the best first, without those who have left a round of puzzles before its end.
  package var players: [PlayerID] { standings.map(\.id) }

  /// The player's place from 1 on, shared by equals; 0 if nobody has a point; `nil` for a player who has not finished.
  package func place(of player: PlayerID) -> Int? { standings.first { $0.id == player }?.place }

  /// Whether a player has moved.
  package func hasMoved(_ player: PlayerID) -> Bool {
    seats.contains { $0.player.id == player && (isAtTable ? $0.hasMoved : $0.played.moveCount > 0) }
  }

  /// Whether a player has finished a board of one's own, solved or not.
  package func hasFinished(_ player: PlayerID) -> Bool {
    !isAtTable && seats.contains { $0.player.id == player && $0.isDone }
  }

  /// Whether a player has left before the end, or given up.
  package func hasQuit(_ player: PlayerID) -> Bool {
    guard isAtTable else { return !players.contains(player) }
    return switch exit(of: player) {
    case .leave, .resign: true
    default: false
    }
  }

  /// Whether a player has left before the end.
  package func hasLeft(_ player: PlayerID) -> Bool {
    guard isAtTable else { return !players.contains(player) }
    return if case .leave = exit(of: player) { true } else { false }
  }

  /// How long the player to move had not moved at the end, in milliseconds; 0 for others.
  package func idleMilliseconds(of player: PlayerID) -> Int64 {
    guard let seat = seats.first(where: { $0.player.id == player }) else { return 0 }
    let (played, turn) = (seat.played, seat.played.lastTurn)
    let start: Elapsed? =
      if !isAtTable {
        seat.isDone ? nil : played.lastElapsed
      } else if turn.players.isEmpty {
        played.lastMoves[player] ?? .zero
      } else {
        turn.players.contains(player) ? turn.since : nil
      }
    return start.map { played.elapsed(at: room.now).milliseconds - $0.milliseconds } ?? 0
  }

  private func exit(of player: PlayerID) -> TableEvent? {
    seats.first { $0.player.id == player }?.played.exits[player]
  }

  private var isAtTable: Bool { room.room.mode.seats != nil }

  /// A player's points against another: 1, 0.5 or 0; `nil` if there was no match, since the leader, or one of two
  /// equals, has not moved, or all have left.
  package func points(of player: PlayerID, against other: PlayerID) -> Double? {
    guard !isAbandoned, let own = seats.first(where: { $0.player.id == player }),
      let others = seats.first(where: { $0.player.id == other })
    else { return nil }
    if isAtTable { return own.points(against: others) }
    guard let place = self.place(of: player), let otherPlace = self.place(of: other) else { return nil }
    guard place > otherPlace || hasMoved(player), place < otherPlace || hasMoved(other) else { return nil }
    return place == otherPlace ? 0.5 : place < otherPlace ? 1 : 0
  }
}

extension Room {
  /// Publishes the end of a round to features.
  func announceEnd(of round: Int, _ standings: [Standing], _ seats: [Seat]) {
    hub.kernel.publish(
      RoundEnded(
        room: RoomHandle(room: self), round: round, standings: standings, seats: seats, isAbandoned: isAbandoned))
  }
}
