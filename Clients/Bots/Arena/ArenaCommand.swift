internal import ClientKit
internal import GameKit
internal import WireProtocol

/// `parlor-bots arena`: an arena full of bots, and whether it keeps what arenas promise.
enum ArenaCommand {
  /// - Returns: the exit status.
  static func run(_ options: ArenaOptions, _ games: BotGames) async throws -> Int32 {
    let tag = String(UInt32.random(in: .min ... .max), radix: 36)
    let clients = try await connect(options, tag)
    guard let first = clients.first else { return 0 }
    let code = try await first.ask(
      Request.CreateArena(
        game: options.game, name: "Bots \(tag)", minutes: max(10, options.minutes), inMinutes: 0,
        clock: options.clock, admitsBots: true)
    ).arena.code
    let end = ContinuousClock.now + .seconds(options.minutes * 60)
    let reports = await withTaskGroup(of: ArenaBot.Report?.self) { group in
      for (index, client) in clients.enumerated() {
        let chooser = MoveChooser(
          options.choice.method ?? .search, game: games[options.game], budget: options.choice.budget,
          seed: .random(in: .min ... .max))
        let bot = ArenaBot(
          client, in: code, moves: index >= options.absent, pace: options.pace, chooser)
        group.addTask {
          var bot = bot
          return try? await bot.play(until: end)
        }
      }
      return await group.reduce(into: [ArenaBot.Report]()) { if let report = $1 { $0.append(report) } }
    }
    let report = ArenaReport(reports, standing: try await standing(of: code, options))
    print(options.isJSON ? JSON.object(report.json).text : report.text)
    return report.isGood ? 0 : 1
  }

  private static func connect(_ options: ArenaOptions, _ tag: String) async throws -> [Client] {
    var clients: [Client] = []
    for index in 0..<options.bots {
      let client = try await Client.connect(to: options.server.address)
      try await client.login(name: "bot-\(tag)-\(index)", isBot: true)
      clients.append(client)
    }
    return clients
  }

  /// All rows, once the bots have gone.
  private static func standing(of code: Int, _ options: ArenaOptions) async throws -> [ArenaRow] {
    let client = try await Client.connect(to: options.server.address)
    var rows: [ArenaRow] = []
    var next: Int? = 0
    while let after = next {
      let answer = try await client.ask(Request.Arena(code: code, after: after, limit: 500))
      rows += answer.rows
      next = answer.next
    }
    await client.close()
    return rows
  }
}
