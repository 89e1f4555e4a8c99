#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The flags of `house`.
struct HouseOptions {
  /// The games to play; empty for all in which the bot finds moves.
  var games: [String] = []
  var server = ServerChoice()
  var name: String?
  var token: String?
  /// The most tables at a time.
  var tables = 4
  /// The pause between moves in games with simultaneous moves.
  var pace = Duration.seconds(8)
  var choice = ChoiceOptions()

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> HouseOptions {
    var options = HouseOptions()
    let (words, rest) = Flag.split(arguments, flags)
    options.games = words
    try Flag.parse(rest, with: flags, over: &options)
    // Command-line flags are visible to other users of the machine.
    options.token = options.token ?? getenv("PARLOR_HOUSE_TOKEN").map { String(cString: $0) }
    guard options.name != nil, options.token != nil else {
      throw UsageError(
        message: "house needs --name NAME, one that the server has in --house-bots, and the operator's token, which is "
          + "in http-token in the server's data folder: --token TOKEN, or PARLOR_HOUSE_TOKEN in the environment")
    }
    return options
  }

  static var flags: [Flag<HouseOptions>] {
    ServerChoice.flags().map { $0.over(\HouseOptions.server) } + [
      Flag(name: "name", value: "NAME", summary: "the bot's name, one of the server's --house-bots") { $0.name = $1 },
      Flag(name: "token", value: "TOKEN", summary: "the operator's token, which the server keeps in http-token") {
        $0.token = $1
      },
      .number("tables", 1...16, "the most tables at a time (default 4)") { $0.tables = $1 },
      .seconds("pace", "between moves in games in which all move at once (default 8)") {
        $0.pace = .milliseconds(Int64($1 * 1000))
      },
    ] + ChoiceOptions.flags.map { $0.over(\HouseOptions.choice) }
  }
}
