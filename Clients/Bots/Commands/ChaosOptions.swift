struct ChaosOptions {
  var listen: UInt16 = 0
  var server = Endpoint()
  var seed: UInt64 = 1
  var isJSON = false
  /// The average number of lines from the server before a link is cut; 0 for never.
  var cutEvery = 25
  var timeoutSeconds = 10.0

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> ChaosOptions {
    var options = ChaosOptions()
    var arguments = arguments
    let before = arguments.dropLast().last
    let isValue = flags.contains { "--" + $0.name == before && $0.value != nil }
    if let last = arguments.last, let seed = UInt64(last), !isValue {
      options.seed = seed
      arguments = arguments.dropLast()
    }
    try Flag.parse(arguments, with: flags, over: &options)
    return options
  }

  static var flags: [Flag<ChaosOptions>] {
    [
      .number("listen", 0...65_535, "the port for the bot (default a free one, which is printed)") {
        $0.listen = UInt16($1)
      },
      .server("the server behind it (default 127.0.0.1:7770)") { $0.server = $1 },
      .number("cut-every", 0...1_000_000, "cut a link after so many lines, on average (default 25; 0: never)") {
        $0.cutEvery = $1
      },
      .seconds("patience", "close when no bot has been there for so long (default 10)") { $0.timeoutSeconds = $1 },
      Flag(name: "json", value: nil, summary: "the report card as one JSON object") { options, _ in
        options.isJSON = true
      },
    ]
  }
}
