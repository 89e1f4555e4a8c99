import GameKit

/// A consequence in other documents of a finished board or round.
///
/// Reactions run only live, once each, in the order of ``Room/matchReactions``: their results are facts of their own. A
/// reaction states what it reads; all of that is in memory when a move is handled, so nothing has to be fetched.
protocol MatchReaction: Sendable {
  /// A round is about to end. Changes of its players are part of the published standings.
  func roundEnds(_ seats: [Seat], in room: Room) -> [PlayerID: Standing.Change]
  /// A player's board is done, and the room has published that.
  func boardIsDone(_ seat: Seat, _ outcome: Outcome, in room: Room)
}

extension MatchReaction {
  func roundEnds(_ seats: [Seat], in room: Room) -> [PlayerID: Standing.Change] { [:] }
  func boardIsDone(_ seat: Seat, _ outcome: Outcome, in room: Room) {}
}

extension Room {
  /// All reactions, in order. ``Knowledge`` is none: it folds the room's own facts, also at a start.
  static let matchReactions: [any MatchReaction] = [RatingReaction(), DailyNews()]
}
