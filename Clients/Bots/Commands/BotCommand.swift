/// The commands of `parlor-bots` and their help.
enum BotCommand: String, CaseIterable {
  case play, house, trial, run, show, compare, match, ladder, arena, chaos, load, tree, grids

  var summary: String {
    switch self {
    case .play: "plays any game: the day's puzzle, practice, races or matches against others"
    case .house: "plays with those who ask for a bot: /invite bot"
    case .trial: "plays a game in a trial: a series of puzzles with a report"
    case .run: "runs your bot, in any language, without a server, and says what came of it"
    case .show: "how a bot played one puzzle of a trial: its moves and the answer"
    case .compare: "two bots on the same puzzles: who is better, and how sure that is"
    case .match: "two bots head to head, in any game: who wins, and how sure that is"
    case .ladder: "keeps bots playing against each other, with ratings of each version"
    case .arena: "an arena full of bots: how long they wait, and whether its ratings are right"
    case .chaos: "a bad network between your bot and a server, with a report card"
    case .load: "many connections, to measure a server with"
    case .tree: "works out how to guess Wordle, and a bound that no way to guess gets below"
    case .grids: "how long WordSearch takes to make a grid"
    }
  }

  private var arguments: String {
    switch self {
    case .house: "[GAME…] --name NAME --token TOKEN [--FLAG VALUE]…"
    case .play, .trial: "[GAME] [--FLAG VALUE]…"
    case .run: "[--FLAG VALUE]… -- COMMAND…"
    case .show: "REPORT [NUMBER]"
    case .compare, .match: "A B [--FLAG VALUE]…"
    case .ladder: "[FILE] [--bot NAME=COMMAND]… [--FLAG VALUE]…"
    case .arena: "[--FLAG VALUE]…"
    case .chaos: "[--FLAG VALUE]… [SEED]"
    case .load, .tree, .grids: "[--FLAG VALUE]…"
    }
  }

  private var explanation: String {
    switch self {
    case .play:
      """
      A bot plays from what a player sees: boards, answers to its moves, and the lists that words gives. GAME is wordle
      unless it says otherwise. A game that this project has no bot for is played by a search over its rules, where the
      program has them and the game can be searched, and else at random among the moves that the server lists or the
      game's source makes from the board.
      """
    case .house:
      """
      Waits until the owner of a table invites a bot, joins that table and plays. The server has to be started with
      --house-bots NAME, and --token is the operator's, which the server keeps in http-token in its data folder. It plays
      these GAMEs, and without any all for several players in which it finds moves.
      """
    case .trial: TrialCommand.help
    case .run: RunCommand.help
    case .show: ShowCommand.help
    case .compare: CompareCommand.help
    case .match: MatchCommand.help
    case .ladder: LadderCommand.help
    case .arena: ArenaOptions.help
    case .chaos: ChaosCommand.help
    case .load: LoadOptions.help
    case .tree:
      "The tree that it finds is what play and trial guess Wordle by. The proof takes far longer than the tree."
    case .grids: "In this process, without a server."
    }
  }

  private var flags: [String] {
    switch self {
    case .play: PlayOptions.flags.map(\.help)
    case .house: HouseOptions.flags.map(\.help)
    case .trial: TrialOptions.flags.map(\.help)
    case .run: RunOptions.flags.map(\.help)
    case .show: []
    case .compare: CompareOptions.flags.map(\.help)
    case .match: MatchOptions.flags.map(\.help)
    case .ladder: LadderOptions.flags.map(\.help)
    case .arena: ArenaOptions.flags.map(\.help)
    case .chaos: ChaosOptions.flags.map(\.help)
    case .load: LoadOptions.flags.map(\.help)
    case .tree: TreeOptions.flags.map(\.help)
    case .grids: GridsOptions.flags.map(\.help)
    }
  }

  var help: String {
    """
    parlor-bots \(rawValue): \(summary)

    usage: parlor-bots \(rawValue) \(arguments)

    \(explanation)

    \(flags.joined(separator: "\n"))
    """
  }

  static var overview: String {
    let lines = allCases.map { command in
      "  \(command.rawValue)" + String(repeating: " ", count: 10 - command.rawValue.count) + command.summary
    }
    return """
      usage: parlor-bots COMMAND …

      \(lines.joined(separator: "\n"))

      parlor-bots help COMMAND tells a command's flags; parlor-bots --version the version.
      """
  }

  /// The help that a command line requests: `help`, `help load`, `load --help`. Words after `--` belong to another
  /// program.
  ///
  /// - Throws: if the command is unknown.
  static func help(askedForBy arguments: ArraySlice<String>) throws(UsageError) -> String? {
    let own = arguments.prefix { $0 != "--" }
    let asks = own.first == "help" || own.contains("--help") || own.contains("-h")
    guard asks else { return nil }
    guard let name = own.first(where: { $0 != "help" && $0 != "--help" && $0 != "-h" }) else { return overview }
    return try command(name).help
  }

  static func command(_ name: String) throws(UsageError) -> BotCommand {
    guard let command = BotCommand(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(message: "there is no command \"\(name)\": there is \(names)")
    }
    return command
  }
}
