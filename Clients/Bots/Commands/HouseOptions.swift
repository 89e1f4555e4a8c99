/// The flags of `house`.
struct HouseOptions {
  /// The games that it plays; none for all that it can search.
  var games: [String] = []
  var server = ServerChoice()
  var name: String?
  var token: String?
  /// At so many tables at a time.
  var tables = 4
  var choice = ChoiceOptions()

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> HouseOptions {
    var options = HouseOptions()
    let (words, rest) = Flag.split(arguments, flags)
    options.games = words
    try Flag.parse(rest, with: flags, over: &options)
    guard options.name != nil || options.token != nil else {
      throw UsageError(message: "house needs --name NAME, one that the server has in --house-bots")
    }
    return options
  }

  static var flags: [Flag<HouseOptions>] {
    ServerChoice.flags().map { $0.over(\HouseOptions.server) } + [
      Flag(name: "name", value: "NAME", summary: "the bot's name, one of the server's --house-bots") { $0.name = $1 },
      Flag(name: "token", value: "TOKEN", summary: "the name's token, from an earlier login") { $0.token = $1 },
      .number("tables", 1...16, "the most tables at a time (default 4)") { $0.tables = $1 },
    ] + ChoiceOptions.flags.map { $0.over(\HouseOptions.choice) }
  }
}
