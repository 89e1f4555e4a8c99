import GameKit

/// What facts name and do not hold: passed in live, looked up in storage at a start.
enum FactInputs {
  case nothing
  /// Who enters.
  case member(Member)
  /// The puzzle that is dealt, before its first move; at a table, what begins the match there.
  case dealt(Match, begin: Match.Played?)
  /// What was played on a board.
  case move(Match.Played, PlayedMatch)
  /// Everything that is stored.
  case stored(StoredBoards)

  /// Who enters; `nil` for a guest whose visit a restart has ended.
  func member(_ id: PlayerID, isWatching: Bool) -> Member? {
    switch self {
    case .member(let member): member
    case .stored(let stored): stored.player(id).map { Member(player: $0, isWatching: isWatching) }
    case .nothing, .dealt, .move: nil
    }
  }

  /// The match of a round; `nil` where its puzzle is missing, or its game takes it no more.
  func match(of deal: Deal, _ plan: Room.Plan) -> Match? {
    if case .dealt(let match, _) = self { return match }
    guard let puzzle = deal.puzzle else { return nil }
    return try? plan.game?.match(puzzle: puzzle, settings: plan.settings)
  }

  /// A board by its number: a new one, unless moves of it are stored; `nil` if these cannot be played again.
  func board(_ number: Int64, on table: Boards.Table, _ plan: Room.Plan) -> PlayedMatch? {
    if case .stored(let stored) = self {
      return stored.board(number, on: table, startedAt: table.dealtAt, plan)
    }
    return PlayedMatch(id: number, of: table, isRanked: plan.isRanked, clock: plan.clock)
  }
}
