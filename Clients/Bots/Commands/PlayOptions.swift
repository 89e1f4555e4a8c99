internal import WireProtocol

struct PlayOptions {
  enum Mode: String, CaseIterable {
    case daily
    case practice
    case race
  }

  /// The game's id.
  var game = PlayedGame.wordle.rawValue
  /// `nil` for the game's default mode.
  var chosenMode: Mode?
  var games = 1
  /// The seed of the room; `nil` for random puzzles.
  var seed: Int?
  var settings = JSONObject()
  var room: String?
  var code: String?
  /// The number of players that a race waits for.
  var players = 1
  var server = ServerChoice()
  /// The player's name; `nil` for a guest.
  var name: String?
  var token: String?
  var knowledge = BotKnowledge()
  /// How to play a game without a bot of this project.
  var choice = ChoiceOptions()
  var isQuiet = false
  var isJSON = false

  var mode: Mode { chosenMode ?? .daily }

  /// This project's bot for the game; `nil` if there is none, or another method is requested.
  var solved: PlayedGame? { choice.method == nil ? PlayedGame(rawValue: game) : nil }

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> PlayOptions {
    var options = PlayOptions()
    var rest = arguments
    if let game = rest.first, !game.hasPrefix("-") {
      options.game = game
      rest = rest.dropFirst()
    }
    try Flag.parse(rest, with: flags, over: &options)
    if options.solved?.isAgainstOthers == true {
      options.chosenMode = .race
      options.players = max(2, options.players)
    }
    return options
  }

  static var flags: [Flag<PlayOptions>] {
    ServerChoice.flags().map { $0.over(\PlayOptions.server) } + roomFlags
      + BotKnowledge.flags.map { $0.over(\PlayOptions.knowledge) }
      + ChoiceOptions.flags.map { $0.over(\PlayOptions.choice) } + outputFlags
  }

  private static var roomFlags: [Flag<PlayOptions>] {
    [
      .choice("mode", "which puzzles (default daily, or practice)") { $0.chosenMode = $1 },
      .number("games", 1...1_000_000, "so many puzzles or rounds (default 1)") { $0.games = $1 },
      .number("practice", 1...1_000_000, "short for --mode practice --games NUMBER") {
        $0.chosenMode = .practice
        $0.games = $1
      },
      .number("seed", 0...Int.max, "the room's seed: the same puzzles again") { $0.seed = $1 },
      .settings { $0.settings = $1 },
      Flag(name: "room", value: "NAME", summary: "the room to race or to play others in, opened if it is not there") {
        $0.room = $1
      },
      Flag(name: "code", value: "CODE", summary: "the room's code") { $0.code = $1 },
      .number("players", 1...500, "who opens the room waits for so many (default 1, against others 2)") {
        $0.players = $1
      },
    ]
  }

  private static var outputFlags: [Flag<PlayOptions>] {
    [
      Flag(name: "name", value: "NAME", summary: "play under this name (default a guest)") { $0.name = $1 },
      Flag(name: "token", value: "TOKEN", summary: "the name's token, from an earlier login") { $0.token = $1 },
      Flag(name: "quiet", value: nil, summary: "only the summary") { options, _ in options.isQuiet = true },
      Flag(name: "json", value: nil, summary: "the summary as one JSON object") { options, _ in
        options.isJSON = true
        options.isQuiet = true
      },
    ]
  }
}

/// How a bot without knowledge of the game chooses its moves.
struct ChoiceOptions {
  /// `nil` for the default: a search, if the bot has the rules.
  var method: ChoiceMethod?
  var budget = SearchBudget()
  /// The folder with the games' word lists.
  var resources: String?

  static var flags: [Flag<ChoiceOptions>] {
    [
      .choice("by", "choose moves at random or by a search (default search, where the bot has the rules)") {
        $0.method = $1
      },
      .number("iterations", 1...10_000_000, "matches that a search plays for one move (default 2000)") {
        $0.budget.iterations = $1
      },
      .seconds("think", "the longest that a search takes for one move (default 1)") {
        $0.budget.time = .milliseconds(Int64($1 * 1000))
      },
      Flag(name: "resources", value: "DIR", summary: "the folder of the games' word lists") { $0.resources = $1 },
    ]
  }
}
