internal import WireProtocol

struct TrialOptions {
  var game = PlayedGame.wordle
  var server = ServerChoice()
  /// `nil` for all puzzles of the game.
  var puzzles: Int?
  var seed = 1
  var settings = JSONObject()
  var knowledge = BotKnowledge()
  /// The player's name; `nil` for a guest, whose report is not stored.
  var name: String?
  var token: String?
  var keptName: String?
  var isJSON = false
  var reportFile: String?

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> TrialOptions {
    var options = TrialOptions()
    var arguments = arguments
    options.game = try PlayedGame.take(from: &arguments) ?? options.game
    guard !options.game.isAgainstOthers else {
      throw UsageError(message: "\(options.game.rawValue) is played against others, and not in trials")
    }
    try Flag.parse(arguments, with: flags, over: &options)
    return options
  }

  static var flags: [Flag<TrialOptions>] {
    ServerChoice.flags().map { $0.over(\TrialOptions.server) } + [
      .number("puzzles", 1...1_000_000, "how many (default every puzzle there is; of WordSearch 100)") {
        $0.puzzles = $1
      },
      .number("seed", 0...Int.max, "of the series (default 1)") { $0.seed = $1 },
      .settings { $0.settings = $1 },
      Flag(name: "name", value: "NAME", summary: "play under this name (default a guest)") { $0.name = $1 },
      Flag(name: "token", value: "TOKEN", summary: "the name's token, from an earlier login") { $0.token = $1 },
      Flag(name: "keep", value: "NAME", summary: "have the server keep the report under this name") {
        $0.keptName = $1
      },
      Flag(name: "report", value: "FILE", summary: "write the report and all moves to this file, for compare and show")
      {
        $0.reportFile = $1
      },
      Flag(name: "json", value: nil, summary: "the report as one JSON object") { options, _ in options.isJSON = true },
    ] + BotKnowledge.flags.map { $0.over(\TrialOptions.knowledge) }
  }
}
