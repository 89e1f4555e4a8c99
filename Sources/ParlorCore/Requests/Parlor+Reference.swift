import GameKit
import Names
import WireProtocol
import TextMode

/// Requests by which the wire explains itself.
extension Parlor {
  static var referenceHandlers: [RequestHandler] {
    [
      RequestHandler(ping), RequestHandler(sendWords), RequestHandler(sendSchema), RequestHandler(sendHelp),
      RequestHandler(sendAbout), RequestHandler(sendLimits), RequestHandler(bye),
    ]
  }

  /// Greets a new session: one line for programs, whose end is a sentence for people.
  func greet(_ session: Session) {
    let configuration = hub.configuration
    let hello = Hello(
      server: configuration.server, epoch: configuration.epoch, you: session.player.name, day: hub.today.text,
      lineBytes: hub.limits.lineBytes, welcome: welcome)
    hub.send(hello, to: session, after: 0)
  }

  private func ping(_ request: Request.Ping, from session: Session, re: RequestID?) {
    hub.send(Pong(), to: session, answering: re, after: 0)
  }

  private func bye(_ request: Request.Bye, from session: Session, re: RequestID?) {
    // Somebody at a terminal means it: no place is kept.
    if session.format == .text { leaveAll(session) }
    session.closing = .bye(re)
    finishClosing(session)
  }

  private func sendLimits(_ request: Request.Limits, to session: Session, re: RequestID?) {
    sendLimits(naming: nil, to: session, re: re)
  }

  func sendAbout(_ request: Request.About, to session: Session, re: RequestID?) {
    let games = hub.configuration.games.map { game in
      About.Game(
        id: game.info.id, title: game.info.title, summary: game.info.summary, modes: game.info.modes,
        lists: game.publicLists.keys.sorted(), seats: game.info.seats?.count, isAnalysed: game.isAnalysed,
        isAuthored: game.isAuthored)
    }
    let about = About(
      games: games, day: hub.today.text, nextDaySeconds: hub.clock.secondsToNextDay,
      commitments: hub.puzzles.commitments(),
      reactions: Reaction.allCases.map(\.rawValue), claimedGames: kernel.sharedResults?.claimedGames ?? [],
      recordedGames: hub.recordedGames.map { About.RecordedGame(id: $0.id, title: $0.title) })
    hub.send(about, to: session, answering: re, after: 0)
  }

  func game(_ name: String) throws(WireError) -> GameModule {
    if let game = hub.configuration.games.first(where: { $0.info.id == name.lowercased() }) { return game }
    let shown = try CleanText.line(name, as: "A game's name", maximum: 64)
    let games = hub.configuration.games.map(\.info.id)
    let hint =
      Spelling.nearest(to: shown, among: games).map { "did you mean \($0)?" }
      ?? "there \(games.count == 1 ? "is" : "are") \(games.joined(separator: ", "))"
    throw WireError(.notFound, .game, "There is no game \(shown); \(hint)")
  }

  func sendHelp(_ request: Request.Help, to session: Session, re: RequestID?) throws(WireError) {
    guard let topic = request.topic else {
      let rows = RequestTable.rows.filter { offers($0, to: session) }
      return hub.send(HelpAnswer(rows), to: session, answering: re, after: 0)
    }
    guard let row = RequestTable.row(of: topic), offers(row, to: session) else {
      let shown = try CleanText.line(topic, as: "A topic", maximum: 64)
      throw WireError(.unknownType, "There is no request \(shown)")
    }
    hub.send(HelpAnswer([row]), to: session, answering: re, after: 0)
  }

  /// - Parameter word: which of them a person wants to see: those with the word in their names, or `all`.
  func sendLimits(naming word: String?, to session: Session, re: RequestID?) {
    let limits = hub.limits
    var about = JSONObject()
    for entry in Limits.entries { about[entry.name] = .string(entry.summary) }
    let answer = LimitsAnswer(
      limits: Limits.entries.map { NamedCount(name: $0.name, count: limits[keyPath: $0.value]) }, about: about)
    hub.send(ShownLimits(message: answer, word: word), to: session, answering: re, after: 0)
  }

  func sendSchema(_ request: Request.Schema, to session: Session, re: RequestID?) throws(WireError) {
    if let name = request.game {
      let info = try game(name).info
      let schemas = ["move": info.moveSchema, "settings": info.settingsSchema, "view": info.viewSchema]
      guard let schema = schemas[request.of] else {
        throw WireError(.notFound, .schema, "A game has a schema of \"move\", one of \"settings\" and one of \"view\"")
      }
      return hub.send(SchemaAnswer(of: request.of, game: info.id, schema: schema), to: session, answering: re)
    }
    guard let row = RequestTable.row(of: request.of), offers(row, to: session) else {
      let shown = try CleanText.line(request.of, as: "A schema's name", maximum: 64)
      throw WireError(.notFound, .schema, "There is no schema of \(shown): name a request, or \"move\" with a game")
    }
    hub.send(SchemaAnswer(of: request.of, game: nil, schema: row.schema), to: session, answering: re, after: 0)
  }

  func sendWords(_ request: Request.Words, to session: Session, re: RequestID?) throws(WireError) {
    let game = try game(request.game)
    guard let list = game.publicLists[request.list] else {
      let known = game.publicLists.keys.sorted().joined(separator: ", ")
      throw WireError(
        .notFound, .list,
        known.isEmpty ? "\(game.info.title) has no word lists" : "\(game.info.title) has the list \(known)"
      )
    }
    let page = list.page(after: request.after, limit: request.limit)
    hub.send(
      WordsAnswer(
        game: game.info.id, list: request.list, words: Array(page), total: list.count,
        next: page.endIndex < list.count ? page.last : nil),
      to: session, answering: re, after: 0)
  }
}
