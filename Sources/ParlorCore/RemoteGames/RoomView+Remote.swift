import GameKit
import WireProtocol

/// Games in other processes: a missing answer is requested from the edge, and then the work is retried.
extension RoomView {
  /// Runs a body that needs a game's answer.
  ///
  /// - Parameter played: its match; `nil` for the room.
  /// - Throws: if the game has not answered yet: the request runs again when it has.
  func orLack<Value>(
    for played: PlayedMatch? = nil, _ body: () throws(WireError) -> Value
  ) throws(WireError) -> Value {
    do {
      return try body()
    } catch {
      guard error.code == Rejection.gameHasNotAnswered.code, let remote = plan.game?.remote else { throw error }
      throw hub.lackAnswer(of: remote, in: number, for: played?.id ?? number)
    }
  }

  /// Whether a match has a pending question.
  func isAsking(_ played: PlayedMatch) -> Bool { plan.game?.remote != nil && hub.games.isAsking(played.id) }

  /// Delays a request while its match has a pending question.
  func requireAnswered(_ played: PlayedMatch) throws(WireError) {
    guard let remote = plan.game?.remote else { return }
    if hub.games.isAsking(played.id) { throw hub.lackAnswer(of: remote, in: number, for: played.id) }
    // After a start boards are not in memory.
    try prepare(played.match, for: state.viewers(of: played) ?? [])
  }

  /// Delays a request while the day's puzzle is being dealt.
  func requireDeal() throws(WireError) {
    guard let remote = plan.game?.remote else { return }
    if hub.games.isAsking(number) { throw hub.lackAnswer(of: remote, in: number, for: number) }
    throw WireError(Rejection.gameIsDown)
  }

  /// Requires the boards of some viewers. If the game is down, they see that.
  func prepare(_ match: Match, for viewers: [Viewer]) throws(WireError) {
    guard let remote = plan.game?.remote else { return }
    do {
      try match.prepare(for: viewers)
    } catch {
      if error == .gameHasNotAnswered { throw hub.lackAnswer(of: remote, in: number) }
    }
  }

  /// Requires the boards that a member sees who joins, or asks for boards.
  func prepareBoards(for player: Player, isWatching: Bool) throws(WireError) {
    guard plan.game?.remote != nil, isPlaying else { return }
    if let seat = boards[player.id], seat.played.scope == scope || seat.isLate(by: hub.clock) {
      try prepare(seat.played.match, for: [.seat(player.id)])
    } else if let match = shared?.match ?? state.roundBoards.table?.match {
      try prepare(match, for: (isWatching || mode.seats != nil ? [] : [.seat(player.id)]) + [.outsider, .informed])
    }
    guard shared == nil, seats.count <= hub.limits.digestMembers else { return }
    for id in seats.keys.sorted() where id != player.id {
      guard let seat = seats[id] else { continue }
      // The pending question may be for the present viewers only.
      if isAsking(seat.played), let remote = plan.game?.remote {
        throw hub.lackAnswer(of: remote, in: number, for: seat.played.id)
      }
      try prepare(seat.played.match, for: [.outsider, .informed])
    }
  }

  /// After a start: requests boards before somebody joins who sees them.
  func warmBoards() {
    guard plan.game?.remote != nil, isPlaying else { return }
    for seat in seats.values.sorted(by: { $0.player.id < $1.player.id }) where !seat.isDone {
      // Recorded questions are asked in the next turn.
      try? seat.played.match.prepare(for: [.seat(seat.player.id), .outsider, .informed])
    }
  }

  /// The beginning of a match at a table; `nil` for puzzles.
  ///
  /// - Throws: if a game in another process has not answered.
  func beginning(of match: Match, with players: [PlayerID]) throws(Rejection) -> Match.Played? {
    if plan.game?.remote != nil { return try remoteBeginning(of: match, with: players) }
    guard mode.seats != nil else { return nil }
    do {
      return try match.attempt(.begin(players), at: .zero)
    } catch {
      hub.log("table_refused", ["room": .string(name), "step": "begin", "why": .string(error.message)])
      return nil
    }
  }

  /// The beginning of a match, and its initial boards.
  private func remoteBeginning(of match: Match, with players: [PlayerID]) throws(Rejection) -> Match.Played? {
    let viewers = players.prefix(RoomState.mostViewers).map { Viewer.seat($0) } + [.outsider, .informed]
    if mode.seats != nil { return try match.attempt(.begin(players), at: .zero, viewers: viewers) }
    try match.prepare(for: viewers)
    return nil
  }
}
