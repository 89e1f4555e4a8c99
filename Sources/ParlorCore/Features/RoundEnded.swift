package import GameKit
import Kernel

/// A round, or a match against others, is over, and everybody in the room has been told. It happens once, live: what a
/// feature emits here is stored together with the end itself.
///
/// The room is in the middle of it: open and close rooms later, by an alarm of a ``SessionPart``.
package struct RoundEnded {
  package let room: RoomHandle
  /// From 1 on.
  package let round: Int
  let standings: [Standing]
  let seats: [Seat]

  /// Who has played, the best first. Who has left a round of puzzles before its end is not among them.
  package var players: [PlayerID] { standings.map(\.id) }

  /// The player's place from 1 on, shared by equals; 0 where nobody came further than the beginning; `nil` for somebody
  /// who has not played to the end.
  package func place(of player: PlayerID) -> Int? { standings.first { $0.id == player }?.place }

  /// Whether a player has moved.
  package func hasMoved(_ player: PlayerID) -> Bool {
    seats.contains { $0.player.id == player && (isAtTable ? $0.hasMoved : $0.played.moveCount > 0) }
  }

  /// Whether a player has come to the end of a puzzle of one's own, solved or not.
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

  /// For how long a player whose move was waited for at the end had not made it, in milliseconds; 0 for others.
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

  /// What a player has got against another: 1, 0.5 or 0; `nil` where that was no match, since the one who is ahead, or
  /// one of two equals, has not moved.
  package func points(of player: PlayerID, against other: PlayerID) -> Double? {
    guard let own = seats.first(where: { $0.player.id == player }),
      let others = seats.first(where: { $0.player.id == other })
    else { return nil }
    if isAtTable { return own.points(against: others) }
    guard let place = self.place(of: player), let otherPlace = self.place(of: other) else { return nil }
    guard place > otherPlace || hasMoved(player), place < otherPlace || hasMoved(other) else { return nil }
    return place == otherPlace ? 0.5 : place < otherPlace ? 1 : 0
  }
}

extension Room {
  /// Lets features react to the end of a round.
  func announceEnd(of round: Int, _ standings: [Standing], _ seats: [Seat]) {
    hub.kernel.publish(RoundEnded(room: RoomHandle(room: self), round: round, standings: standings, seats: seats))
  }
}
