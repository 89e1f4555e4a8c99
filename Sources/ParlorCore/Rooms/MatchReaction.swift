import GameKit

/// What follows in other documents from a board that is done, or from a round that ends.
///
/// Reactions run live alone, once each, in the order of ``Room/matchReactions``: what they lead to are facts of their
/// own. A reaction says what it reads; all of that is in memory by the time a move is handled, so none has to be
/// fetched.
protocol MatchReaction: Sendable {
  /// A round is about to end. What this changes of its players stands in the standings that are published.
  func roundEnds(_ seats: [Seat], in room: Room) -> [PlayerID: Standing.Change]
  /// A player's board is done, which the room has published.
  func boardIsDone(_ seat: Seat, _ outcome: Outcome, in room: Room)
}

extension MatchReaction {
  func roundEnds(_ seats: [Seat], in room: Room) -> [PlayerID: Standing.Change] { [:] }
  func boardIsDone(_ seat: Seat, _ outcome: Outcome, in room: Room) {}
}

extension Room {
  /// All of them, in order. Who may know which puzzle is no reaction: ``Knowledge`` folds the room's own facts, at a
  /// start as well.
  static let matchReactions: [any MatchReaction] = [RatingReaction(), DailyNews()]
}
