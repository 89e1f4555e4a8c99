internal import WireProtocol

/// The flags of `ladder`.
struct LadderOptions {
  var entries: [LadderEntry] = []
  /// Its `games` is not used.
  var play = Referee.Options()
  var schedule = LadderSchedule()
  var minutes: Int?
  /// `nil` for a server in this process.
  var endpoint: Endpoint?
  var resources: String?
  /// The state file.
  var state: String?
  /// The most games at a time.
  var atOnce = 1
  /// Only shows the state.
  var isShown = false
  var isJSON = false
  var isQuiet = false

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> LadderOptions {
    var options = LadderOptions()
    let (files, rest) = Flag.split(arguments, flags)
    guard files.count <= 1 else {
      throw UsageError(message: "ladder takes one file with bots, and was given \(files.count)")
    }
    if let file = files.first { options.entries = try LadderEntry.read(file) }
    try Flag.parse(rest, with: flags, over: &options)
    if options.isShown {
      guard options.state != nil else { throw UsageError(message: "--show needs --state FILE") }
      return options
    }
    try options.check()
    return options
  }

  private mutating func check() throws(UsageError) {
    var names: Set<String> = []
    for entry in entries where !names.insert(entry.name).inserted {
      throw UsageError(message: "two bots have the name \(entry.name)")
    }
    guard entries.count >= 2 else {
      throw UsageError(message: "a ladder needs two bots at least: a file with them, or --bot NAME=COMMAND")
    }
    guard schedule.gamesPerMeeting.isMultiple(of: 2) else {
      throw UsageError(message: "--games takes an even number, so that each side begins equally often")
    }
    for case .builtIn(let game, _) in entries.map(\.bot.kind) where play.game.isEmpty { play.game = game.rawValue }
  }

  static var flags: [Flag<LadderOptions>] {
    [
      Flag(name: "bot", value: "NAME=COMMAND", summary: "one more bot; may be repeated") {
        options, text throws(UsageError) in options.entries.append(try LadderEntry(text))
      },
      .server("where to play (default a server in this process)") { $0.endpoint = $1 },
      Flag(name: "game", value: "GAME", summary: "which game (default that of the state, or of this project's bots)") {
        $0.play.game = $1
      },
      .settings { $0.play.settings = $1 },
    ] + scheduleFlags + fileFlags + MatchOptions.limitFlags.map { $0.over(\LadderOptions.play) }
  }

  private static var scheduleFlags: [Flag<LadderOptions>] {
    [
      .choice("pairing", "each with each, or with the nearest rating (default round-robin)") {
        $0.schedule.pairing = $1
      },
      .number("rounds", 1...1_000_000, "how often each pair meets, or with nearest each bot (default until stopped)") {
        $0.schedule.rounds = $1
      },
      .number("minutes", 1...1_000_000, "begin no game after so many minutes") { $0.minutes = $1 },
      .number("games", 2...1_000, "games in a row of two that meet, an even number (default 2)") {
        $0.schedule.gamesPerMeeting = $1
      },
      .number("at-once", 1...64, "games at a time; each bot plays in one of them at most (default 1)") {
        $0.atOnce = $1
      },
      .number("seed", 0...Int.max, "the same deals again (default 1)") { $0.play.seed = $1 },
    ]
  }

  private static var fileFlags: [Flag<LadderOptions>] {
    [
      Flag(name: "state", value: "FILE", summary: "keep all games in this file, and go on from there") {
        $0.state = $1
      },
      Flag(name: "show", value: nil, summary: "print the table of --state and play nothing") { options, _ in
        options.isShown = true
      },
      Flag(name: "replays", value: "DIR", summary: "keep the replay of each game in this folder") {
        $0.play.replays = $1
      },
      Flag(name: "resources", value: "DIR", summary: "read the games' word lists from this folder") {
        $0.resources = $1
      },
      Flag(name: "json", value: nil, summary: "the table as one JSON object") { options, _ in options.isJSON = true },
      Flag(name: "quiet", value: nil, summary: "no line for each game on standard error") { options, _ in
        options.isQuiet = true
      },
    ]
  }
}
