import GameKit
import Kernel
import Names
import WireProtocol
import TextMode

/// Requests whose answers lie in what is stored: history, replays, puzzles of past days.
///
/// They are answered when storage has answered; the loop does not wait.
extension Parlor {
  static var lookingBackHandlers: [RequestHandler] {
    [
      RequestHandler(sendRatings), RequestHandler(sendHistory), RequestHandler(sendReplay), RequestHandler(sendOpened),
    ]
  }

  func sendHistory(_ request: Request.History, to session: Session, re: RequestID?) throws(WireError) {
    let player = try subject(request.player, session)
    let game = try request.game.map { name throws(WireError) in try resultGame(name).id }
    let before = try request.after.map { text throws(WireError) in try matchNumber(text) }
    let query = HistoryQuery(player: player.id, game: game, before: before, limit: request.limit)
    ask(query, session, re) { [hub] page in
      HistoryAnswer(
        player: player.name, results: page.rows.map { hub.past($0, for: session.player) },
        next: page.more ? page.rows.last.map { String($0.match) } : nil)
    }
  }

  func sendReplay(_ request: Request.Replay, to session: Session, re: RequestID?) throws(WireError) {
    let number = try matchNumber(request.match)
    let query = ReplayQuery(match: number, isDrawn: session.format == .text, replayer: hub.replayer)
    ask(query, session, re) { [unowned self, hub] found in
      hub.spend(on: found?.replayed)
      guard let found, hub.mayReplay(found.replayed.history, session.player),
        !isOpenToOthers(found.replayed.history.match)
      else { return ErrorMessage(WireError(.notFound, .match, "There is no match \(number) that you may see")) }
      if case .failure(.tooLong) = found.replayed.end { return ErrorMessage(hub.puzzles.overBudget) }
      return ShownReplay(message: ReplayAnswer(match: String(number), lines: found.lines), fields: found.grids)
    }
  }

  func sendOpened(_ request: Request.Opened, to session: Session, re: RequestID?) throws(WireError) {
    guard let day = Day(request.day), day.number >= 1 else {
      throw WireError(.badField, "A day is a date like 2026-11-20, from 2026-01-01 on")
    }
    if hub.hasToMakePuzzles(of: day, for: session.player) { try hub.puzzles.checkBudget() }
    guard let opened = hub.opened(day, for: session.player) else {
      if day < hub.today, day >= hub.openSince { throw Puzzles.notOpened(day) }
      throw WireError(
        .notOver, day < hub.today ? "Log in to see the puzzles of past days" : "\(day.text) is not over yet")
    }
    // The name that opens them may not be stored yet.
    var solutions: [String: [JSON]] = [:]
    for game in hub.configuration.games where session.format != .json && opened.puzzles[game.info.id] != nil {
      guard let puzzle = opened.puzzles[game.info.id]?["puzzle_data"] else { continue }
      solutions[game.info.id] = try? game.match(puzzle: puzzle, settings: hub.puzzles.dailySettings(of: game))
        .solution()
    }
    // That somebody has a name is answered on this connection first.
    hub.send(ShownOpened(message: opened, solutions: solutions), to: session, answering: re, after: 0)
  }

  /// Whether nobody plays a match's round any more: all who have moved in it know the solution.
  func isRoundOver(_ match: StoredMatch) -> Bool {
    guard let round = match.round, let room = rooms[match.room] else { return match.round != nil }
    return room.scope != PuzzleScope.dealt(room: match.room, round: round) || !room.isPlaying
  }

  /// Whether a match against others goes on: what it holds is kept from those who are out of it.
  func isOpenToOthers(_ match: StoredMatch) -> Bool {
    hub.configuration.games.contains { $0.info.id == match.game && $0.info.seats != nil } && !isRoundOver(match)
  }

  // MARK: - Asking storage

  func ask<Query: StoredQuery>(
    _ query: Query, _ session: Session, _ re: RequestID?, _ draw: @escaping (Query.Answer) -> any Drawable
  ) {
    session.openQueries += 1
    hub.ask(query, from: session.address) { [unowned self, id = session.id, format = session.format] answer in
      guard let session = self.sessions[id] else { return }
      session.openQueries -= 1
      hub.puzzles.asker = session.address
      defer { hub.puzzles.asker = nil }
      let message = answer.map(draw) ?? ErrorMessage(Self.storageUnavailable)
      session.answering(in: format) {
        if let refusal = message as? ErrorMessage {
          hub.send(refusal, to: session, answering: re, after: 0)
        } else {
          hub.send(message, to: session, answering: re, after: 0)
        }
      }
      finishClosing(session)
    }
  }

  /// Whom a request is about: its sender, unless it names somebody.
  func subject(_ name: String?, _ session: Session) throws(WireError) -> Player {
    try name.map(player(named:)) ?? session.player
  }

  /// A player by name, whether here or not.
  func player(named name: String) throws(WireError) -> Player {
    if let player = players.named(name) { return player }
    let shown = try CleanText.line(name, as: "A name", maximum: 64)
    throw WireError(.notFound, .player, "There is no player \(shown)")
  }

  /// The game that a request means: the one it names, the one of the room, or the first there is.
  func game(_ name: String?, _ session: Session) throws(WireError) -> GameModule {
    if let name { return try game(name) }
    if let game = session.rooms.last?.plan.game ?? hub.configuration.games.first { return game }
    throw WireError(.notFound, .game, "This server has no games")
  }

  /// The game that a request about results means: as ``game(_:_:)``, or one of which results are recorded.
  func resultGame(_ name: String?, _ session: Session) throws(WireError) -> (id: String, title: String) {
    if let name { return try resultGame(name) }
    let game = try game(nil, session)
    return (game.info.id, game.info.title)
  }

  /// The game of a result: one that is played here, or of which results are recorded.
  func resultGame(_ name: String) throws(WireError) -> (id: String, title: String) {
    if let game = hub.recordedGames.first(where: { $0.id == name.lowercased() }) { return (game.id, game.title) }
    let game = try game(name)
    return (game.info.id, game.info.title)
  }

  func matchNumber(_ text: String) throws(WireError) -> Int64 {
    guard let number = Int64(text), number > 0 else {
      throw WireError(.notFound, .match, "A match is named by a number, as history tells it")
    }
    return number
  }
}

extension Hub {
  /// A stored result with as much of its outcome as a viewer may know.
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
      elapsedMilliseconds: Int(result.elapsed.milliseconds), share: result.share)
  }

  /// Whether a viewer may know the puzzle of a stored match.
  ///
  /// - Parameter hasFinished: whether storage knows that the viewer has finished that very round, which outlives the
  ///   room in which it was played.
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
