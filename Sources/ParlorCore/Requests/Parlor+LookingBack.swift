import GameKit
import Names
import WireProtocol
import TextMode
import PastedResults
import Vocabulary

/// Requests whose answers lie in what is stored: statistics, leaderboards, history, replays.
///
/// They are answered when storage has answered; the loop does not wait.
extension Parlor {
  static var lookingBackHandlers: [RequestHandler] {
    [
      RequestHandler(sendStats), RequestHandler(sendLeaderboard), RequestHandler(sendRatings),
      RequestHandler(sendHistory), RequestHandler(sendComparison), RequestHandler(sendReplay),
      RequestHandler(sendOpened), RequestHandler(sendCalendar),
    ]
  }

  func sendStats(_ request: Request.Stats, to session: Session, re: RequestID?) throws(WireError) {
    let player = try subject(request.player, session)
    let game = try resultGame(request.game, session).id
    ask(.statistics(player: player.id, game: game, today: hub.today.number), session, re) { answer in
      guard case .statistics(let stats) = answer else { return nil }
      return StatsAnswer(
        player: player.name, game: game, played: stats.played, won: stats.won, streak: stats.streak,
        bestStreak: stats.bestStreak,
        distribution: [NamedCount](byNumber: stats.distribution),
        average: stats.average.map { ($0 * 100).rounded() / 100 })
    }
  }

  func sendLeaderboard(
    _ request: Request.Leaderboard, to session: Session, re: RequestID?
  ) throws(WireError) {
    let period = LeaderboardPeriod(request.period)
    if request.claimed { return try sendClaimedLeaderboard(request, period, to: session, re: re) }
    let game = try self.game(request.game, session)
    // A game without a puzzle of the day has its best in the mode that it is played in.
    let mode = game.info.modes.contains(request.mode) ? request.mode : game.info.modes.first ?? request.mode
    let query = Query.leaderboard(
      game: game.info.id, mode: mode.rawValue, period: period, today: hub.today.number, bots: request.bots,
      limit: request.limit)
    ask(query, session, re) { answer in
      guard case .leaderboard(let entries) = answer else { return nil }
      return LeaderboardAnswer(
        game: game.info.id, mode: mode.rawValue, period: period.rawValue, bots: request.bots,
        leastGames: period.leastGames, lines: LeaderboardAnswer.Line.lines(of: entries, leastGames: period.leastGames))
    }
  }

  private func sendClaimedLeaderboard(
    _ request: Request.Leaderboard, _ period: LeaderboardPeriod, to session: Session, re: RequestID?
  ) throws(WireError) {
    guard let game = ClaimedGame(rawValue: (request.game ?? "wordle").lowercased()) else {
      let known = ClaimedGame.allCases.map(\.rawValue).joined(separator: ", ")
      throw WireError(.notFound, .game, "Results can be claimed of \(known)")
    }
    let query = ChannelQuery.board(
      game: game.rawValue, period: period, today: hub.today.number, bots: request.bots, limit: request.limit)
    ask(.channel(query), session, re) { answer in
      guard case .channel(.board(let entries)) = answer else { return nil }
      return LeaderboardAnswer(
        game: game.rawValue, mode: nil, period: period.rawValue, bots: request.bots, leastGames: 1,
        lines: LeaderboardAnswer.Line.lines(of: entries, leastGames: 1))
    }
  }

  func sendHistory(_ request: Request.History, to session: Session, re: RequestID?) throws(WireError) {
    let player = try subject(request.player, session)
    let game = try request.game.map { name throws(WireError) in try resultGame(name).id }
    let before = try request.after.map { text throws(WireError) in try matchNumber(text) }
    let query = Query.history(player: player.id, game: game, before: before, limit: request.limit)
    ask(query, session, re) { [hub] answer in
      guard case .history(let results, let more) = answer else { return nil }
      return HistoryAnswer(
        player: player.name, results: results.map { hub.past($0, for: session.player) },
        next: more ? results.last.map { String($0.match) } : nil)
    }
  }

  func sendComparison(_ request: Request.Compare, to session: Session, re: RequestID?) throws(WireError) {
    let other = try subject(request.with, session)
    let own = session.player
    let game = try self.game(request.game, session)
    ask(.comparison(own.id, other.id, game: game.info.id, limit: request.limit), session, re) { [hub] answer in
      guard case .comparison(let days, let summary) = answer else { return nil }
      return CompareAnswer(
        player: own.name, other: other.name, game: game.info.id, played: summary.played, wins: summary.firstWins,
        losses: summary.secondWins,
        days: days.map { entry in
          CompareAnswer.Day(
            day: Day(number: entry.day).text, own: hub.past(entry.first, for: own),
            other: hub.past(entry.second, for: own))
        })
    }
  }

  func sendReplay(_ request: Request.Replay, to session: Session, re: RequestID?) throws(WireError) {
    let number = try matchNumber(request.match)
    ask(.match(number), session, re) { [unowned self, hub, format = session.format] answer in
      guard case .match(let history) = answer else { return nil }
      guard let history, hub.mayReplay(history, session.player), !isOpenToOthers(history.match) else {
        return ErrorMessage(WireError(.notFound, .match, "There is no match \(number) that you may see"))
      }
      do throws(WireError) {
        return try hub.puzzles.lookingBack(at: history) { () throws(WireError) in
          let lines = ReplayFile.lines(of: history)
          let isText = format == .text
          let shown = isText ? lines : hub.addingTurns(to: lines, of: history)
          return ShownReplay(
            message: ReplayAnswer(match: String(number), lines: shown),
            fields: isText ? hub.fields(of: history, lines) : [:])
        }
      } catch {
        return ErrorMessage(error)
      }
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
    for game in hub.configuration.games where session.format == .text && opened.puzzles[game.info.id] != nil {
      guard let puzzle = opened.puzzles[game.info.id]?["puzzle_data"] else { continue }
      solutions[game.info.id] = try? game.match(puzzle: puzzle, settings: hub.puzzles.dailySettings(of: game))
        .solution()
    }
    // That somebody has a name is told on this connection first.
    hub.send(ShownOpened(message: opened, solutions: solutions), to: session, answering: re, after: 0)
  }

  // MARK: - Asking storage

  func ask(
    _ query: Query, _ session: Session, _ re: RequestID?, _ draw: @escaping (QueryAnswer) -> (any Drawable)?
  ) {
    session.openQueries += 1
    hub.ask(query, from: session.address) { [unowned self, id = session.id, format = session.format] answer in
      guard let session = self.sessions[id] else { return }
      session.openQueries -= 1
      let message = draw(answer) ?? ErrorMessage(Self.storageUnavailable)
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

  /// Whom a request is about: whoever asks, unless it names somebody.
  func subject(_ name: String?, _ session: Session) throws(WireError) -> Player {
    guard let name else { return session.player }
    guard let player = players.named(name) else {
      let shown = try CleanText.line(name, as: "A name", maximum: 64)
      throw WireError(.notFound, .player, "There is no player \(shown)")
    }
    return player
  }

  /// The game that a request means: the one it names, the one of the room, or the first there is.
  func game(_ name: String?, _ session: Session) throws(WireError) -> GameModule {
    if let name { return try game(name) }
    if let game = session.rooms.last?.plan.game ?? hub.configuration.games.first { return game }
    throw WireError(.notFound, .game, "This server has no games")
  }

  /// The game that a request about results means: as ``game(_:_:)``, and cards.
  func resultGame(_ name: String?, _ session: Session) throws(WireError) -> (id: String, title: String) {
    if let name { return try resultGame(name) }
    let game = try game(nil, session)
    return (game.info.id, game.info.title)
  }

  /// The game of a result: one that is played here, or cards.
  func resultGame(_ name: String) throws(WireError) -> (id: String, title: String) {
    if name.lowercased() == KnownNames.cards { return (KnownNames.cards, CardScore.title) }
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

extension LeaderboardAnswer.Line {
  /// Lines in the order of the entries, of which those with enough games come first and have places.
  fileprivate static func lines(of entries: [LeaderboardEntry], leastGames: Int) -> [Self] {
    entries.enumerated().map { index, entry in
      Self(
        place: entry.played >= leastGames ? index + 1 : nil, player: entry.name, played: entry.played, won: entry.won,
        points: entry.score)
    }
  }
}

extension LeaderboardPeriod {
  /// Storage has a word of its own for it, since it does not know the wire.
  fileprivate init(_ period: Request.Leaderboard.Period) {
    switch period {
    case .day: self = .day
    case .week: self = .week
    case .month: self = .month
    case .all: self = .all
    }
  }
}

extension Hub {
  /// More moves are not played again for a drawing.
  private static let mostDrawnMoves = 200

  /// A stored match before its first move; `nil` where it has too many moves to play them again.
  private func beginning(of history: StoredMatchHistory, _ lines: [JSON]) -> Match? {
    guard history.moves.count <= Self.mostDrawnMoves, let header = lines.first,
      let game = configuration.games.first(where: { $0.info.id == history.match.game }),
      let puzzle = header["puzzle_data"], let settings = header["settings"]
    else { return nil }
    return try? game.match(puzzle: puzzle, settings: settings)
  }

  /// The lines of a match, with what each move brought as its player was told.
  fileprivate func addingTurns(to lines: [JSON], of history: StoredMatchHistory) -> [JSON] {
    guard var match = beginning(of: history, lines) else { return lines }
    var lines = lines
    for (index, stored) in zip(lines.indices.dropFirst(), history.moves) {
      guard var line = lines[index].objectValue, let move = try? JSON(parsing: stored.move),
        let turn = try? match.replay(move, by: stored.player, at: stored.elapsed)
      else { break }
      let full = turn.full(for: stored.player)
      line["turn"] = .object(full)
      if full["tiles"] == nil, !turn.remark.isEmpty { line["remark"] = .string(turn.remark) }
      lines[index] = .object(line)
    }
    return lines
  }

  /// Grids as moves left them, by how many moves there were before: where one was done with, and the last.
  fileprivate func fields(of history: StoredMatchHistory, _ lines: [JSON]) -> [Int: Board] {
    guard var match = beginning(of: history, lines) else { return [:] }
    var fields: [Int: Board] = [:]
    var last = match.board(for: .informed)
    guard last.isGrid || last.hasGrids else { return [:] }
    for (index, line) in lines.enumerated().dropFirst() {
      guard line["type"]?.stringValue == "replay_move" else { continue }
      let stored = history.moves[index - 1]
      guard let move = try? JSON(parsing: stored.move),
        (try? match.replay(move, by: stored.player, at: stored.elapsed)) != nil
      else { break }
      last = match.board(for: .informed)
      if let completed = last.completed { fields[index] = Board(title: "", rows: completed.rows, isGrid: true) }
    }
    var field = Board(title: "", rows: last.rows, isGrid: true)
    field.parts = last.parts
    field.removePartMoves()
    let players = zip(history.moves, lines.dropFirst()).map { ($0.player.number, $1["player"]?.stringValue ?? "") }
    let names = Dictionary(players, uniquingKeysWith: { first, _ in first })
    for index in field.parts.indices {
      if let owner = field.parts[index].owner { field.parts[index].player = names[owner] ?? "" }
    }
    fields[history.moves.count] = field
    return fields
  }

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

  /// Whether a viewer may read a replay: whoever has finished that match, or may know its puzzle.
  func mayReplay(_ history: StoredMatchHistory, _ viewer: Player) -> Bool {
    let match = history.match
    if history.results.contains(where: { $0.player == viewer.id }) { return true }
    if let day = match.day, mayKnow(viewer, .day(game: match.game, Day(number: day))) { return true }
    if let round = match.round, mayKnow(viewer, .dealt(room: match.room, round: round)) { return true }
    return false
  }
}
