internal import WireProtocol

struct CompareOptions {
  var first = ""
  var second = ""
  var run = BotRun.Options()
  var server = ServerChoice()
  var isJSON = false
  var failsIfWorse = false

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> CompareOptions {
    var options = CompareOptions()
    options.run.overrides = ["puzzles": .int(200), "seed": .int(1)]
    let (sides, rest) = Flag.split(arguments, flags)
    guard sides.count == 2 else {
      throw UsageError(message: "compare takes two sides, commands in quotes or reports, and was given \(sides.count)")
    }
    (options.first, options.second) = (sides[0], sides[1])
    try Flag.parse(rest, with: flags, over: &options)
    return options
  }

  static var flags: [Flag<CompareOptions>] {
    RunOptions.series.map { $0.over(\CompareOptions.run) }
      + ServerChoice.flags("the server that has kept reports").map { $0.over(\CompareOptions.server) } + [
        Flag(name: "fail-if-worse", value: nil, summary: "exit with status 1 where A is shown to be worse than B") {
          options, _ in options.failsIfWorse = true
        },
        Flag(name: "json", value: nil, summary: "one JSON object instead of text") { options, _ in options.isJSON = true
        },
      ]
  }
}
