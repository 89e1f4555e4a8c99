internal import WireProtocol

struct MatchOptions {
  /// A participant.
  struct Bot {
    enum Kind {
      case builtIn(PlayedGame, BotKnowledge)
      /// A command with its arguments.
      case program([String])
    }

    /// As given on the command line.
    let text: String
    let kind: Kind
  }

  var sides: [Bot] = []
  var play = Referee.Options()
  /// `nil` for a server in this process.
  var endpoint: Endpoint?
  var resources: String?
  var isJSON = false

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> MatchOptions {
    var options = MatchOptions()
    let (sides, rest) = Flag.split(arguments, flags)
    guard sides.count == 2 else {
      throw UsageError(message: "match takes two bots, commands in quotes or games, and was given \(sides.count)")
    }
    try Flag.parse(rest, with: flags, over: &options)
    for side in sides { options.sides.append(try bot(side)) }
    for case .builtIn(let game, _) in options.sides.map(\.kind) {
      if options.play.game.isEmpty { options.play.game = game.rawValue }
      guard options.play.game == game.rawValue else {
        throw UsageError(message: "the bot of \(game.rawValue) does not play \(options.play.game)")
      }
    }
    guard !options.play.game.isEmpty else { throw UsageError(message: "no game given: --game wordle") }
    return options
  }

  static func bot(_ text: String) throws(UsageError) -> Bot {
    var words = text.split(separator: " ").map(String.init)[...]
    guard let game = words.popFirst().flatMap(PlayedGame.init) else {
      return Bot(text: text, kind: .program(["/bin/sh", "-c", text]))
    }
    var knowledge = BotKnowledge()
    try Flag.parse(words, with: BotKnowledge.flags, over: &knowledge)
    return Bot(text: text, kind: .builtIn(game, knowledge))
  }

  static var flags: [Flag<MatchOptions>] {
    playFlags.map { $0.over(\MatchOptions.play) } + [
      .server("where to play (default a server in this process)") { $0.endpoint = $1 },
      Flag(name: "resources", value: "DIR", summary: "read the games' word lists from this folder") {
        $0.resources = $1
      },
      Flag(name: "json", value: nil, summary: "one JSON object instead of text") { options, _ in options.isJSON = true
      },
    ]
  }

  private static var playFlags: [Flag<Referee.Options>] {
    [
      Flag(name: "game", value: "GAME", summary: "which game (default the one that A or B names)") { $0.game = $1 },
      .settings { $0.settings = $1 },
      .number("games", 1...100_000, "how many (default 100)") { $0.games = $1 },
      .number("seed", 0...Int.max, "the same games again (default 1)") { $0.seed = $1 },
      Flag(name: "replays", value: "DIR", summary: "keep the replay of each game in this folder") { $0.replays = $1 },
    ] + limitFlags
  }

  /// When a bot loses a game by its own fault.
  static var limitFlags: [Flag<Referee.Options>] {
    [
      .seconds("start-limit", "how long a program may say nothing after its start (default 30)") { $0.startLimit = $1 },
      .seconds("turn-limit", "how long a bot may say nothing when it is asked (default 5)") { $0.turnLimit = $1 },
      .seconds("game-limit", "how long it may take for all of its moves in a game (default 60)") { $0.gameLimit = $1 },
      .number("patience", 1...1_000_000, "moves in a row that are not allowed, by which a bot loses (default 5)") {
        $0.maxRefusals = $1
      },
    ]
  }
}
