/// What `parlor-bots play` is asked for.
struct PlayOptions {
  var endpoint = Endpoint()
  /// Puzzles of a practice room; `nil` for the day's puzzle.
  var practice: Int?
  /// The name to play under; `nil` for a guest.
  var name: String?
  /// Comes back to a name that was claimed before.
  var token: String?
  var isQuiet = false
  var isJSON = false

  /// Reads a command line.
  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> PlayOptions {
    var options = PlayOptions()
    try Flag.parse(arguments, with: flags, over: &options)
    return options
  }

  static var flags: [Flag<PlayOptions>] {
    [
      Flag(name: "host", value: "ADDRESS", summary: "where the server is (default 127.0.0.1)") {
        $0.endpoint.host = $1
      },
      .number("port", 1...65_535, "its port (default 7770)") { $0.endpoint.port = UInt16($1) },
      .number("practice", 1...100_000, "so many practice puzzles instead of the day's") { $0.practice = $1 },
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
