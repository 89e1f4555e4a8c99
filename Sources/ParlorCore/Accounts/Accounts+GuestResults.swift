import GameKit
import WireProtocol

/// Dailies that a guest has begun, when the guest logs in to an existing account.
///
/// A guest who claims a name stays the same player, so nothing moves. A login leads to another player: a board of today
/// that the guest has finished is carried over, with its tries and its time, if that player has not begun the puzzle.
/// It is stored again under the player's number, so that the log has an ordinary match of the player.
///
/// That gives nobody more tries: a player who plays as a guest first knows the answer, and could type it after the
/// login. Only the guest's own session carries a board over, and only once: the player has played the puzzle from then
/// on, and the guest's tokens are revoked. Unfinished boards stay with the guest, and so does yesterday's board, which
/// may be finished after midnight: one move of a guest would keep that day open for a player who has not begun it. A
/// player with a board of yesterday keeps that one. The answer has the result for each.
extension Accounts {
  /// Loads the boards that a login depends on.
  func prepareResults(of guest: Player, for player: Player) throws(WireError) {
    guard guest.isGuest, !player.isGuest else { return }
    for room in rooms.dailies {
      try room.daily?.requireBoards(of: guest)
      if room.seats[guest.id] != nil { try room.daily?.requireBoards(of: player) }
    }
  }

  /// - Returns: the result for each daily that the guest has begun.
  func carryResults(of guest: Player, to player: Player) -> [LoginAnswer.GuestResult] {
    guard guest.isGuest, !player.isGuest else { return [] }
    let results = rooms.dailies.compactMap { $0.carryResult(of: guest, to: player) }
    if results.contains(where: \.isCarried) { players.endTokens(of: guest, hub) }
    return results
  }
}

extension Daily {
  /// Why a guest's board cannot be carried into a login; `nil` if it can.
  fileprivate func reasonToStay(_ seat: Seat, of guest: Player, for player: Player) -> String? {
    let title = title(of: seat)
    if !seat.isDone { return "\(title), which you have begun as \(guest.name), is not finished and stays behind" }
    if case .day(_, let day) = seat.played.scope, day != hub.today {
      return "\(title) as \(guest.name) is of the day before, and stays behind"
    }
    if hasBegun(player, seat.played.scope) {
      let reason = "\(player.name) has begun that puzzle, and what stands there stays"
      return "\(title) as \(guest.name) does not count: \(reason)"
    }
    if let own = seats[player.id], own.played.scope != seat.played.scope, own.played.moveCount > 0 {
      return "\(title) as \(guest.name) stays behind: \(player.name) has a board of the day before still"
    }
    return nil
  }

  fileprivate func title(of seat: Seat) -> String {
    "\(plan.game?.info.title ?? name) \(state.label(of: seat.played.scope))"
  }

  private func hasBegun(_ player: Player, _ scope: PuzzleScope) -> Bool {
    if hub.knowledge.hasFinished(player.id, scope) || boardsLack(of: player) != nil { return true }
    guard let seat = seats[player.id], seat.played.scope == scope else { return false }
    return seat.played.moveCount > 0 || seat.played.isQuarantined
  }
}

extension Room {
  /// - Returns: `nil` if the guest has begun nothing.
  fileprivate func carryResult(of guest: Player, to player: Player) -> LoginAnswer.GuestResult? {
    guard let daily, let game = plan.game?.info.id, let seat = seats[guest.id], seat.played.moveCount > 0,
      case .day(_, let day) = seat.played.scope
    else { return nil }
    func answer(_ isCarried: Bool, _ message: String) -> LoginAnswer.GuestResult {
      LoginAnswer.GuestResult(game: game, puzzle: day.number, isCarried: isCarried, message: message)
    }
    if let reason = daily.reasonToStay(seat, of: guest, for: player) { return answer(false, reason) }
    guard let result = seat.result, carry(seat, result, to: player) else {
      return answer(false, "\(daily.title(of: seat)) as \(guest.name) has taken too many moves to go along")
    }
    return answer(true, "\(daily.title(of: seat)), which you have finished as \(guest.name), is yours now")
  }

  /// Gives a guest's finished board to a player who has not begun the puzzle.
  ///
  /// - Returns: whether that was possible.
  private func carry(_ seat: Seat, _ result: Seat.Result, to player: Player) -> Bool {
    // In a game for one it does not matter who moves; otherwise nothing is carried over.
    guard seat.played.match.outcome(for: player.id) == result.outcome,
      let played = seat.played.copy(number: hub.numbers.next())
    else { return false }
    record(seat.played.keptMoves, on: played, by: player)
    let carried = Seat(player: player, played: played)
    daily?.sitDown(carried)
    finish(carried, result)
    return true
  }
}
