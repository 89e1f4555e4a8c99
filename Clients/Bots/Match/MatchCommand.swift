internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// `parlor-bots match`: two bots against each other.
enum MatchCommand {
  static let help = """
    A and B are commands in quotes, or the name of a game, with flags if wanted ("wordle --no-tables"), for the bot of
    this project. A puzzle is given to both; it is won by who has solved it, then by points, and else drawn. Games
    against others are played at one board, each seed twice, with sides changed. The bots are asked for one move after
    the other. A bot that dies, hangs or makes moves that are not allowed loses that game; a command that cannot be
    started ends the match. No puzzle is dealt twice while there are others. The interval of the score is Wilson's with
    95 %; there is a verdict only where \(PairedDifference.leastDiffering) games at least were not drawn.
    Exit status 0: A is not shown to be worse; 1: it is; 64: the command line makes no sense; 69: there was no match.
    """

  /// - Returns: whether the first is shown to be worse than the second.
  static func run(_ options: MatchOptions) async throws -> Bool {
    if let folder = options.play.replays, mkdir(folder, 0o755) != 0, errno != EEXIST {
      throw Failure("cannot create \(folder)", result: -Int(errno))
    }
    let games = try await play(options)
    let report = MatchReport(options.sides.map(\.text), options.play, games)
    print(options.isJSON ? JSON.object(report.json).text : report.text)
    return report.score.isFirstWorse
  }

  static func play(_ options: MatchOptions) async throws -> [MatchGame] {
    let server: any MatchServer =
      try options.endpoint.map { RemoteMatchServer($0) }
      ?? LocalMatchServer(resources: options.resources, seed: UInt64(bitPattern: Int64(options.play.seed)))
    let sessions = [try MatchSession(try server.open()), try MatchSession(try server.open())]
    let isTable = try Referee.isTable(options.play.game, at: sessions[0])
    var bots: [any MatchBot] = []
    for (side, session) in zip(options.sides, sessions) {
      switch side.kind {
      case .builtIn(let game, let knowledge):
        bots.append(BuiltInBot(try await game.bot(knowledge, wordsFrom: session), at: session))
      case .program(let command):
        let trial = isTable ? nil : PlayedAsTrial(options.play)
        bots.append(ProgramBot(command, at: session, options.play, trial: trial))
      }
    }
    let scout = isTable ? nil : PuzzleScout(try MatchSession(try server.open()))
    var referee = Referee(options.play, isTable: isTable, at: server, sessions, bots, scout: scout)
    return try referee.run()
  }
}
