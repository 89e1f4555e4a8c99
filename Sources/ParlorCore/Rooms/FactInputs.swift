import GameKit

/// What facts refer to: passed in live, looked up in storage at a start.
enum FactInputs {
  case nothing
  /// The joining member.
  case member(Member)
  /// The dealt puzzle, before its first move; at a table, the beginning of the match there.
  case dealt(Match, begin: Match.Played?)
  /// The move on a board.
  case move(Match.Played, PlayedMatch)
  /// Everything that is stored.
  case stored(StoredBoards)

  /// The joining member; `nil` for a guest whose visit a restart has ended.
  func member(_ id: PlayerID, isWatching: Bool) -> Member? {
    switch self {
    case .member(let member): member
    case .stored(let stored): stored.player(id).map { Member(player: $0, isWatching: isWatching) }
    case .nothing, .dealt, .move: nil
    }
  }

  /// The match of a round; `nil` if its puzzle is missing, or its game refuses it.
  func match(of deal: Deal, _ plan: Room.Plan) -> Match? {
    if case .dealt(let match, _) = self { return match }
    guard let puzzle = deal.puzzle else { return nil }
    return try? plan.game?.match(puzzle: puzzle, settings: plan.settings)
  }

  /// A board by its number: a new one, unless moves of it are stored; `nil` if these cannot be replayed.
  func board(_ number: Int64, on table: Boards.Table, _ plan: Room.Plan) -> PlayedMatch? {
    if case .stored(let stored) = self {
      return stored.board(number, on: table, startedAt: table.dealtAt, plan)
    }
    return PlayedMatch(
      id: number, of: table, isRanked: plan.isRanked, isShared: plan.mode.sharesBoard, clock: plan.clock)
  }
}
