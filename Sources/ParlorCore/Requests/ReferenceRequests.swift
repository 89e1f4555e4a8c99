import GameKit
import Names
import WireProtocol
import TextMode

/// Requests that describe the wire.
final class ReferenceRequests: RequestPart {
  private let hub: Hub
  private let handled: HandledRequests
  /// The greeting.
  private var welcome = ""

  init(_ hub: Hub, _ handled: HandledRequests) {
    (self.hub, self.handled) = (hub, handled)
    listGames()
  }

  /// Lists the games in the greeting.
  func listGames() { welcome = TextHelp.welcome(hub.configuration.games.map(\.info)) }

  static var requests: [PartRequest<ReferenceRequests>] {
    [
      PartRequest(ping), PartRequest(sendWords), PartRequest(sendSchema), PartRequest(sendHelp),
      PartRequest(sendAbout), PartRequest(sendLimits),
    ]
  }

  /// Greets a new session: one line for programs, which ends with a sentence for people.
  func greet(_ session: Session) {
    let configuration = hub.configuration
    let hello = Hello(
      server: configuration.server, epoch: configuration.epoch, you: session.player.name, day: hub.today.text,
      lineBytes: hub.limits.lineBytes, welcome: welcome)
    hub.send(hello, to: session, after: 0)
  }

  private func ping(_ request: Request.Ping, _ context: SessionContext) {
    context.answer(Pong(), after: 0)
  }

  private func sendLimits(_ request: Request.Limits, _ context: SessionContext) {
    sendLimits(naming: nil, context)
  }

  /// Requests with a game that are for other games: for those that two play against each other, or that players make
  /// puzzles of.
  private static func requests(unsuitedFor game: GameModule) -> [String] {
    let info = game.info
    let isForTwo = info.seats?.count.contains(2) ?? (info.modes.contains(.race) && !info.takesWords)
    return (isForTwo ? [] : ["seek", "challenge", "create_arena"]) + (game.isAuthored ? [] : ["make_puzzle"])
  }

  func sendAbout(_ request: Request.About, _ context: SessionContext) {
    let games = hub.configuration.games.map { game in
      About.Game(
        id: game.info.id, title: game.info.title, summary: game.info.summary, modes: game.info.modes,
        lists: game.publicLists.keys.sorted(), seats: game.info.seats?.count, isAnalysed: game.isAnalysed,
        isAuthored: game.isAuthored, unsuited: Self.requests(unsuitedFor: game))
    }
    let about = About(
      games: games, day: hub.today.text, nextDaySeconds: hub.clock.secondsToNextDay,
      commitments: hub.puzzles.commitments(),
      reactions: Reaction.allCases.map(\.rawValue), claimedGames: hub.kernel.sharedResults?.claimedGames ?? [],
      recordedGames: hub.recordedGames.map { About.RecordedGame(id: $0.id, title: $0.title) })
    context.answer(about, after: 0)
  }

  func sendHelp(_ request: Request.Help, _ context: SessionContext) throws(WireError) {
    guard let topic = request.topic else {
      let rows = RequestTable.rows.filter { handled.offers($0, to: context.session, hub) }
      return context.answer(HelpAnswer(rows), after: 0)
    }
    if let game = hub.configuration.games.first(where: { $0.info.id == topic }) {
      return context.answer(HelpAnswer(game.info), after: 0)
    }
    guard let row = RequestTable.row(of: topic), handled.offers(row, to: context.session, hub) else {
      let shown = try CleanText.line(topic, as: "A topic", maximum: 64)
      throw WireError(.unknownType, "There is no request \(shown)")
    }
    context.answer(HelpAnswer([row]), after: 0)
  }

  /// - Parameter word: the filter of a person: limits with the word in their names, or `all`.
  func sendLimits(naming word: String?, _ context: SessionContext) {
    let limits = hub.limits
    var about = JSONObject()
    for entry in Limits.entries { about[entry.name] = .string(entry.summary) }
    let answer = LimitsAnswer(
      limits: Limits.entries.map { NamedCount(name: $0.name, count: limits[keyPath: $0.value]) }, about: about)
    context.answer(ShownLimits(message: answer, word: word), after: 0)
  }

  func sendSchema(_ request: Request.Schema, _ context: SessionContext) throws(WireError) {
    if let name = request.game {
      let info = try hub.configuration.game(named: name).info
      let schemas = ["move": info.moveSchema, "settings": info.settingsSchema, "view": info.viewSchema]
      guard let schema = schemas[request.of] else {
        throw WireError(.notFound, .schema, "A game has a schema of \"move\", one of \"settings\" and one of \"view\"")
      }
      return context.answer(SchemaAnswer(of: request.of, game: info.id, schema: schema))
    }
    guard let row = RequestTable.row(of: request.of), handled.offers(row, to: context.session, hub) else {
      let shown = try CleanText.line(request.of, as: "A schema's name", maximum: 64)
      throw WireError(.notFound, .schema, "There is no schema of \(shown): name a request, or \"move\" with a game")
    }
    context.answer(SchemaAnswer(of: request.of, game: nil, schema: row.schema), after: 0)
  }

  func sendWords(_ request: Request.Words, _ context: SessionContext) throws(WireError) {
    let game = try hub.configuration.game(named: request.game)
    guard let list = game.publicLists[request.list] else {
      let known = game.publicLists.keys.sorted().joined(separator: ", ")
      throw WireError(
        .notFound, .list,
        known.isEmpty ? "\(game.info.title) has no word lists" : "\(game.info.title) has the list \(known)"
      )
    }
    let page = list.page(after: request.after, limit: request.limit)
    context.answer(
      WordsAnswer(
        game: game.info.id, list: request.list, words: Array(page), total: list.count,
        next: page.endIndex < list.count ? page.last : nil),
      after: 0)
  }
}
