import GameKit

/// The choice of puzzles for the rounds of a room.
struct RoundPuzzles {
  /// The reserved puzzles of a day: they depend on the settings, which are constant.
  private var reserved: (day: Day, puzzles: PuzzleSet)?
  /// The seed of the next puzzle, while its game in another process is asked for it.
  private var seed: UInt64?

  /// The puzzle was dealt, or there is none: the next one has a new seed.
  mutating func settle() { seed = nil }

  /// The puzzle of a round: a past day's, from the client's seed, or a random one that this room has not had and that
  /// is not today's daily.
  mutating func match(of round: Int, in room: RoomView) throws(Rejection) -> (match: Match, startsOver: Bool) {
    let plan = room.plan
    guard let game = plan.game else { throw .noPuzzlesLeft }
    if let authored = plan.authored { return (try game.match(puzzle: authored.puzzle, settings: plan.settings), false) }
    if let day = plan.archiveDay(in: round) {
      return (try room.hub.puzzles.archived(game, of: day, settings: plan.settings), false)
    }
    return try room.hub.puzzles.making { () throws(Rejection) in
      guard let seed = plan.seed else { return try unusedMatch(game, seed: seedToDeal(in: room), in: room) }
      return (try plan.match(seed: seed &+ UInt64(round &- 1)), false)
    }
  }

  /// A puzzle that has not been dealt here, and none reserved for dailies while there are others; and whether all had
  /// been dealt, so that they repeat.
  ///
  /// - Throws: the source's rejection if a practising player has had all; from then on they repeat. Other rooms start
  ///   over silently.
  private mutating func unusedMatch(
    _ game: GameModule, seed: UInt64, in room: RoomView
  ) throws(Rejection) -> (match: Match, startsOver: Bool) {
    let plan = room.plan
    let reserved = try reservedPuzzles(game, in: room)
    let seen = seenPuzzles(in: room)
    func match(without excluded: PuzzleSet) throws(Rejection) -> Match {
      try plan.match(seed: seed, excluding: excluded)
    }
    let exhausted: Rejection
    do {
      return (try match(without: seen.union(reserved)), false)
    } catch {
      if error.isOfAbsence { throw error }
      exhausted = error
    }
    // While there are others, reserved puzzles are not dealt at all: after all but one the remaining one would be
    // today's. If there are no others, all are dealt.
    let again: Match
    do {
      again = try match(without: reserved)
    } catch {
      if error.isOfAbsence { throw error }
      do {
        return (try match(without: seen), false)
      } catch {
        if error.isOfAbsence { throw error }
        try forgetPractised(because: error, in: room)
        return (try plan.match(seed: seed), true)
      }
    }
    try forgetPractised(because: exhausted, in: room)
    return (again, true)
  }

  /// The puzzles that are not repeated: those dealt here or, in practice rooms, those that the player has had in any
  /// room.
  private func seenPuzzles(in room: RoomView) -> PuzzleSet {
    guard let (player, game) = practising(in: room) else { return room.state.used }
    return player.seenPuzzles[game] ?? []
  }

  func note(_ puzzle: PuzzleKey, in room: RoomView) {
    if room.plan.isRanked, let (player, game) = practising(in: room) {
      player.seenPuzzles[game, default: []].insert(puzzle)
    }
  }

  /// A practising player has had all puzzles: they may repeat.
  private func forgetPractised(because exhausted: Rejection, in room: RoomView) throws(Rejection) {
    guard let (player, game) = practising(in: room) else { return }
    player.seenPuzzles[game] = nil
    throw exhausted
  }

  /// The player of a practice room, and the game.
  private func practising(in room: RoomView) -> (Player, game: String)? {
    guard room.mode.isSolitary, let game = room.plan.game, let owner = room.owner else { return nil }
    return (owner, game.info.id)
  }

  private mutating func reservedPuzzles(_ game: GameModule, in room: RoomView) throws(Rejection) -> PuzzleSet {
    if let reserved, reserved.day == room.hub.today { return reserved.puzzles }
    let puzzles = room.hub.puzzles.reserved(of: game, settings: room.plan.settings)?.puzzles ?? []
    if game.remote?.hasQuestions == true { throw .gameHasNotAnswered }
    reserved = (room.hub.today, puzzles)
    return puzzles
  }

  /// The seed of the next round's puzzle, constant while a game is asked for it.
  private mutating func seedToDeal(in room: RoomView) -> UInt64 {
    guard room.plan.game?.remote != nil else { return room.hub.randomNumber() }
    let seed = self.seed ?? room.hub.randomNumber()
    self.seed = seed
    return seed
  }
}
