internal import WireProtocol

struct RunOptions {
  var run = BotRun.Options()
  var isJSON = false
  var reportFile: String?

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> RunOptions {
    var options = RunOptions()
    guard let mark = arguments.firstIndex(of: "--"), mark + 1 < arguments.endIndex else {
      throw UsageError(message: "say which bot to run: parlor-bots run -- python3 mybot.py")
    }
    try Flag.parse(arguments[..<mark], with: flags, over: &options)
    options.run.command = Array(arguments[(mark + 1)...])
    return options
  }

  static var flags: [Flag<RunOptions>] {
    series.map { $0.over(\RunOptions.run) } + [
      Flag(name: "chaos", value: "SEED", summary: "disturb what the bot is told, and give it a report card") {
        options, text throws(UsageError) in
        guard let seed = UInt64(text) else { throw UsageError(message: "--chaos takes a number, not \"\(text)\"") }
        options.run.chaos = seed
      },
      Flag(name: "report", value: "FILE", summary: "write the report and all moves to this file, for compare and show")
      {
        $0.reportFile = $1
      },
      Flag(name: "json", value: nil, summary: "one JSON object instead of text") { options, _ in options.isJSON = true
      },
    ]
  }

  static var series: [Flag<BotRun.Options>] {
    [
      .number("puzzles", 1...1_000_000, "puzzles of the trial, whatever the bot asks for (compare: default 200)") {
        $0.overrides["puzzles"] = .int($1)
      },
      .number("seed", 0...Int.max, "the seed of the trial, whatever the bot asks for (compare: default 1)") {
        $0.overrides["seed"] = .int($1)
      },
      .settings { $0.overrides["settings"] = .object($1) },
      .seconds("turn-limit", "how long the bot may think (default 5)") { $0.turnLimit = $1 },
      .number("patience", 1...1_000_000, "refused lines in a row at which a bot is given up (default 50)") {
        $0.maxRefusals = $1
      },
      Flag(name: "resources", value: "DIR", summary: "read the games' word lists from this folder") {
        $0.resources = $1
      },
    ]
  }
}
