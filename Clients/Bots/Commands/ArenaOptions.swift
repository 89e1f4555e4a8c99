internal import WireProtocol

/// The flags of `arena`.
struct ArenaOptions {
  var server = ServerChoice()
  var game = "lastword"
  var bots = 20
  var minutes = 10
  /// The number of bots that never move.
  var absent = 0
  var clock = ClockRules(seconds: 60, increment: 1)
  /// How long a bot thinks about a move.
  var pace = Duration.milliseconds(500)
  var choice = ChoiceOptions()
  var isJSON = false

  static let help = """
    Creates an arena at a server and plays in it with so many bots, each a connection of its own with a name of its own,
    from this machine: start the server with --limits bench, which lifts the limits of names and connections from one
    address. The bots choose their moves as play does. The report has the longest wait for an opponent, the games, and
    whether the ratings of the standing are those that the results lead to; --absent adds bots that never move, whose
    games must not be rated. Exit status 0: nobody has waited longer than 10 s while another did, and all ratings agree;
    1: not so; 64: the command line makes no sense; 69: the server is not there, or refuses.
    """

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> ArenaOptions {
    var options = ArenaOptions()
    // Many think at the same time.
    options.choice.budget.iterations = 50
    try Flag.parse(arguments, with: flags, over: &options)
    guard options.absent < options.bots else { throw UsageError(message: "--absent takes fewer than --bots") }
    return options
  }

  static var flags: [Flag<ArenaOptions>] {
    ServerChoice.flags().map { $0.over(\ArenaOptions.server) } + [
      Flag(name: "game", value: "GAME", summary: "which game, for two or with races (default lastword)") {
        $0.game = $1
      },
      .number("bots", 2...1000, "how many (default 20)") { $0.bots = $1 },
      .number("minutes", 1...180, "how long they play (default 10)") { $0.minutes = $1 },
      .number("absent", 0...999, "how many of them never move (default 0)") { $0.absent = $1 },
      Flag(name: "clock", value: "CLOCK", summary: "as 1+1 in minutes and seconds (the default), or 30s a move") {
        options, text throws(UsageError) in
        guard let clock = ClockRules(text) else { throw UsageError(message: "--clock takes 30s or 5+3") }
        options.clock = clock
      },
      .seconds("pace", "before each move (default 0.5)") { $0.pace = .milliseconds(Int64($1 * 1000)) },
      Flag(name: "json", value: nil, summary: "the report as one JSON object") { options, _ in options.isJSON = true },
    ] + ChoiceOptions.flags.map { $0.over(\ArenaOptions.choice) }
  }
}
