internal import CPoll
internal import Catalogue
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// `parlor-bots ladder`: keeps bots playing against each other, and rates them.
enum LadderCommand {
  static let help = """
    FILE has a NAME=COMMAND in each line; --bot adds one. A COMMAND is what match takes: a command, or the name of a
    game for this project's bot. Each NAME is an entry of its own: give each commit another one, as in alpha@3f2a. Two
    that meet play --games games in a row, and sides alternate. A bot that dies, hangs or makes moves that are not
    allowed loses that game.
    --state keeps all games: after any end, also by kill -9, the same command line goes on, and with a new entry only
    what that one needs is played. --show prints its table, also while another process plays. Ratings are Glicko-2, as
    on the server, but the ladder's own: nothing is rated there. If the server is lost, the ladder waits for it.
    Exit status 0: all was played, or the time is over; 1: the command of an entry could not be started; 64: the command
    line makes no sense; 69: the server is not there at the start or does not have the game, or the state cannot be read
    or written; 130 or 143: stopped by SIGINT or SIGTERM, after the table; a second one ends it at once.
    """

  /// - Returns: the exit status.
  static func run(_ options: LadderOptions) async throws -> Int32 {
    if options.isShown {
      guard let path = options.state, let book = try LadderFile.read(path) else {
        throw Failure("there is no ladder in \(options.state ?? "")")
      }
      printTable(LadderTable(book, names: nil), options)
      return 0
    }
    cpoll_catch_stop_signals()
    let outcome = try await play(options, isStopped: { cpoll_stop_signal() != 0 }) { line in
      if !options.isQuiet { say(line) }
    }
    printTable(outcome.table, options)
    let signal = cpoll_stop_signal()
    if signal != 0 { return 128 + signal }
    return outcome.hasStarted ? 0 : 1
  }

  /// The result of a run.
  struct Outcome {
    let table: LadderTable
    /// Whether each entry's command could be started.
    let hasStarted: Bool
  }

  /// Plays until all is played, the time is over, or `isStopped`.
  ///
  /// - Parameter report: writes a line about the progress.
  static func play(
    _ options: LadderOptions, isStopped: @escaping @Sendable () -> Bool = { false },
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> Outcome {
    let began = cpoll_nanoseconds()
    if let folder = options.play.replays, mkdir(folder, 0o755) != 0, errno != EEXIST {
      throw Failure("cannot create \(folder)", result: -Int(errno))
    }
    let file = try options.state.map { path throws(Failure) in try LadderFile(path) }
    let book = try book(options)
    var play = options.play
    play.game = book.game
    play.settings = book.settings
    play.isStopped = isStopped
    let (players, isTable) = try await players(options, play)
    try file?.begin(book)
    let names = options.entries.map(\.name)
    let desk = LadderDesk(
      LadderDesk.Plan(
        names: names, schedule: options.schedule, seed: play.seed, isTable: isTable,
        end: options.minutes.map { began &+ UInt64($0) * 60_000_000_000 }),
      book, file: file, isStopped: isStopped, report: report)
    let worker = LadderWorker(
      players: players, options: play, isTable: isTable, endpoint: options.endpoint, resources: options.resources,
      desk: desk)
    await worker.run(options.atOnce)
    try desk.check()
    let (played, withoutStart) = desk.outcome
    return Outcome(
      table: LadderTable(played, names: names, withoutStart: withoutStart), hasStarted: withoutStart.isEmpty)
  }

  /// The ladder in the state file, or a new one.
  private static func book(_ options: LadderOptions) throws -> LadderBook {
    let given = LadderBook(game: options.play.game, settings: options.play.settings)
    guard let path = options.state, let book = try LadderFile.read(path) else {
      guard !given.game.isEmpty else { throw UsageError(message: "no game given: --game lastword") }
      return given
    }
    let isSame = given.game.isEmpty || given.game == book.game
    guard isSame, given.settings.isEmpty || given.settings == book.settings else {
      throw UsageError(message: "\(path) is a ladder of \(book.game) with settings \(JSON.object(book.settings).text)")
    }
    return book
  }

  /// Makes the bots of this project, and checks that the server has the game.
  private static func players(
    _ options: LadderOptions, _ play: Referee.Options
  ) async throws -> (players: [String: LadderWorker.Player], isTable: Bool) {
    let server: any MatchServer =
      try options.endpoint.map { RemoteMatchServer($0) } ?? LocalMatchServer(resources: options.resources, seed: 0)
    let session = try MatchSession(try server.open())
    let isTable = try Referee.isTable(play.game, at: session)
    try Referee.check(play, isTable: isTable, at: session)
    var players: [String: LadderWorker.Player] = [:]
    for entry in options.entries {
      switch entry.bot.kind {
      case .program(let command): players[entry.name] = .program(command)
      case .builtIn(let game, let knowledge):
        guard game.rawValue == play.game else {
          throw UsageError(message: "the bot of \(game.rawValue) does not play \(play.game)")
        }
        players[entry.name] = .builtIn(try await game.bot(knowledge, wordsFrom: session))
      }
    }
    return (players, isTable)
  }

  private static func printTable(_ table: LadderTable, _ options: LadderOptions) {
    print(options.isJSON ? JSON.object(table.json).text : table.text)
    fflush(nil)
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
  }
}
