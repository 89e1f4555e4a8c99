import GameKit
import Kernel
import Names
import WireProtocol
import TextMode

/// Requests about stored data: history, replays, puzzles of past days.
///
/// They are answered when storage has answered; the loop does not wait.
final class PastRequests: CorePart, RequestPart {
  static var requests: [PartRequest<PastRequests>] {
    [PartRequest(sendHistory), PartRequest(sendReplay), PartRequest(sendOpened)]
  }

  func sendHistory(_ request: Request.History, _ context: SessionContext) throws(WireError) {
    let (asker, player) = (context.player, try context.player(named: request.player))
    let game = try request.game.map { name throws(WireError) in try context.resultGame(name).id }
    let before = try request.after.map { text throws(WireError) in try StoredMatch.number(text) }
    let query = HistoryQuery(player: player.id, game: game, before: before, limit: request.limit)
    context.ask(query) { [hub] page in
      HistoryAnswer(
        player: player.name, results: page.rows.map { hub.past($0, for: asker) },
        next: page.more ? page.rows.last.map { String($0.match) } : nil)
    }
  }

  func sendReplay(_ request: Request.Replay, _ context: SessionContext) throws(WireError) {
    let asker = context.player
    let number = try StoredMatch.number(request.match)
    let query = ReplayQuery(match: number, isDrawn: context.isText, replayer: hub.replayer)
    context.ask(query) { [hub, rooms] found in
      hub.spend(on: found?.replayed)
      guard let found, hub.mayReplay(found.replayed.history, asker),
        !rooms.isOpenToOthers(found.replayed.history.match)
      else { return ErrorMessage(WireError(.notFound, .match, "There is no match \(number) that you may see")) }
      if case .failure(.tooLong) = found.replayed.end { return ErrorMessage(hub.puzzles.overBudget) }
      return ShownReplay(message: ReplayAnswer(match: String(number), lines: found.lines), fields: found.grids)
    }
  }

  func sendOpened(_ request: Request.Opened, _ context: SessionContext) throws(WireError) {
    guard let day = Day(request.day), day.number >= 1 else {
      throw WireError(.badField, "A day is a date like 2026-11-20, from 2026-01-01 on")
    }
    if hub.hasToMakePuzzles(of: day, for: context.player) { try hub.puzzles.checkBudget() }
    guard let opened = hub.opened(day, for: context.player) else {
      if day < hub.today, day >= hub.openSince { throw Puzzles.notOpened(day) }
      throw WireError(
        .notOver, day < hub.today ? "Log in to see the puzzles of past days" : "\(day.text) is not over yet")
    }
    // The name that opens them may not be durable yet.
    var solutions: [String: [JSON]] = [:]
    for game in hub.configuration.games where context.session.format != .json && opened.puzzles[game.info.id] != nil {
      guard let puzzle = opened.puzzles[game.info.id]?["puzzle_data"] else { continue }
      solutions[game.info.id] = try? game.match(puzzle: puzzle, settings: hub.puzzles.dailySettings(of: game))
        .solution()
    }
    // The claim of the name is answered on this connection first.
    context.answer(ShownOpened(message: opened, solutions: solutions), after: 0)
  }
}

extension Hub {
  /// A stored result with the part of its outcome that a viewer may know.
  func past(_ result: StoredResult, for viewer: Player) -> PastResult {
    let isDaily = result.mode == ModeKind.daily.rawValue
    let scope = PuzzleScope.day(game: result.game, Day(number: result.day))
    var outcome: JSONObject = ["won": .bool(result.won)]
    if let tries = result.tries { outcome["tries"] = .int(tries) }
    if result.player == viewer.id || (isDaily && mayKnow(viewer, scope)),
      let secret = try? JSON(parsing: result.secret).objectValue
    {
      outcome.merge(secret)
    }
    return PastResult(
      match: String(result.match), game: result.game, mode: result.mode, day: Day(number: result.day).text,
      puzzle: isDaily ? result.day : nil, outcome: outcome,
      elapsedMilliseconds: Int(result.elapsed.milliseconds), share: result.share, isUnranked: !result.isRanked)
  }

  /// Whether a viewer may know the puzzle of a stored match.
  ///
  /// - Parameter hasFinished: whether the viewer has finished that round, according to storage, which outlives its
  ///   room.
  func mayKnow(_ viewer: Player, _ match: StoredMatch, hasFinished: Bool) -> Bool {
    if let day = match.day { return mayKnow(viewer, .day(game: match.game, Day(number: day))) }
    if hasFinished { return true }
    return match.round.map { mayKnow(viewer, .dealt(room: match.room, round: $0)) } ?? false
  }

  /// Whether a viewer may read a replay: one who has finished that match, or may know its puzzle.
  func mayReplay(_ history: StoredMatchHistory, _ viewer: Player) -> Bool {
    let match = history.match
    if history.results.contains(where: { $0.player == viewer.id }) { return true }
    if let day = match.day, mayKnow(viewer, .day(game: match.game, Day(number: day))) { return true }
    if let round = match.round, mayKnow(viewer, .dealt(room: match.room, round: round)) { return true }
    return false
  }
}
