struct LoadOptions {
  enum Mix: String, CaseIterable {
    case ping, talk, moves, blend, daily, words, idle, visit, hostile, restart
  }
  enum Target: String, CaseIterable {
    case parlor, redis, irc, nats

    var port: UInt16 {
      switch self {
      case .parlor: 7770
      case .redis: 6379
      case .irc: 6667
      case .nats: 4222
      }
    }

    var mixes: [Mix] {
      switch self {
      case .parlor: Mix.allCases
      case .redis: [.ping, .talk, .moves, .idle, .visit]
      case .irc, .nats: [.ping, .talk, .idle, .visit]
      }
    }
  }

  var endpoint = Endpoint()
  var mix = Mix.ping
  var target = Target.parlor
  var givenConnections: Int?
  var givenOutstanding: Int?
  var seconds = 5.0
  var warmUp = 0.5
  var requests: Int?
  /// For moves: the game to practise, and the typed moves of each round in order; without any, Wordle with random
  /// words.
  var game = "wordle"
  var moves: [String] = []
  var roomSize = 8
  /// How many members of each room talk; `nil` for all.
  var speakers: Int?
  /// The number of rooms; `nil` for as many as the connections fill.
  var rooms: Int?
  /// Requests per second over all connections; `nil` for a closed-loop run.
  var rate: Double?
  /// The shares of a blend; `nil` for equal ones.
  var givenShares: BlendMix.Shares?
  var textBytes = 32
  var process: Int?
  var rival: Endpoint?
  var rivalKind = Target.redis
  var rivalProcess: Int?
  var pairs = 5
  var floods: [String] = []
  /// The bystander's address in a hostile mix, whose latency is measured.
  var bystander = "127.0.0.2"
  /// Another server on the same host, which a hostile mix floods to measure the flood's own cost to the machine.
  var floodElsewhere: Endpoint?
  /// How often each flood is measured; medians of the rounds are reported.
  var rounds = 1
  /// The shell command that restarts the server.
  var restart: String?
  /// Whether clients reconnect without the usual delay.
  var reconnectsAtOnce = false
  var seed: UInt64 = 1
  var isJSON = false

  var connections: Int {
    if let givenConnections { return givenConnections }
    if let rooms { return rooms * roomSize }
    switch mix {
    case .ping, .moves: return 50
    case .blend: return 400
    case .talk: return 800
    case .daily, .restart: return 1000
    case .words: return 1
    case .visit: return 32
    case .idle: return 10_000
    case .hostile: return 190
    }
  }

  var outstanding: Int { givenOutstanding ?? (mix == .talk ? 8 : 1) }

  var shares: BlendMix.Shares { givenShares ?? BlendMix.Shares(ping: 50, say: 30, move: 20) }

  var forRival: LoadOptions {
    var copy = self
    copy.process = rivalProcess
    return copy
  }

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> LoadOptions {
    var options = LoadOptions()
    try Flag.parse(arguments, with: flags, over: &options)
    try options.check()
    if options.target != .parlor && options.endpoint.port == Endpoint().port {
      options.endpoint.port = options.target.port
    }
    return options
  }

  private func check() throws(UsageError) {
    for server in [target] + (rival == nil ? [] : [rivalKind]) where !server.mixes.contains(mix) {
      let names = server.mixes.map(\.rawValue).joined(separator: ", ")
      throw UsageError(message: "\(server.rawValue) can be measured with --mix \(names), not \(mix.rawValue)")
    }
    if rival != nil && mix == .idle {
      throw UsageError(message: "--mix idle takes one server at a time, with --target")
    }
    if rival != nil && (mix == .hostile || mix == .restart) {
      throw UsageError(message: "--mix \(mix.rawValue) takes one server")
    }
    if (restart != nil || reconnectsAtOnce) && mix != .restart {
      throw UsageError(message: "--restart and --at-once go with --mix restart")
    }
    if !floods.isEmpty && mix != .hostile { throw UsageError(message: "--floods goes with --mix hostile") }
    if let unknown = floods.first(where: { name in !Flood.all.contains { $0.name == name } }) {
      let known = Flood.all.map(\.name).joined(separator: ", ")
      throw UsageError(message: "--floods knows \(known), not \"\(unknown)\"")
    }
    if (game != "wordle" || !moves.isEmpty) && mix != .moves {
      throw UsageError(message: "--game and --moves go with --mix moves")
    }
    if game != "wordle" && moves.isEmpty { throw UsageError(message: "--game \(game) needs --moves") }
    if rate != nil && mix != .blend { throw UsageError(message: "--rate goes with --mix blend, not \(mix.rawValue)") }
    if givenShares != nil && mix != .blend { throw UsageError(message: "--shares goes with --mix blend") }
    let talks = mix == .talk || mix == .blend && shares.say > 0
    if talks && connections % roomSize != 0 {
      throw UsageError(message: "--connections must be a multiple of --room-size, \(roomSize)")
    }
    if let rooms, connections != rooms * roomSize {
      throw UsageError(message: "\(rooms) rooms of \(roomSize) are \(rooms * roomSize) connections, not \(connections)")
    }
  }

  static let help = """
    Many connections that send requests. Start the server with --limits bench, afresh for memory figures.
      ping    so many pings under way on each connection
      talk    rooms of eight, everyone talks (or --speakers do), everyone hears everyone
      moves   rounds of practice Wordle with words by chance, or of any --game with --moves
      blend   pings, talk and moves by --shares, in rooms of --room-size; closed, or paced with --rate
      daily   everyone plays the day's puzzle in one room, six moves each, spread over the run
      words   searches, pages and sections of \(WordsMix.words) words that each connection's player learns, and pings
      idle    what a connection costs in memory; needs --pid
      visit   connections that are made, ask once and go, so many at a time
      hostile one address sends all that it can, one kind of flood after the other; what counts is what pings from
              another address feel of it. Start the server without --limits bench
      restart everyone is in the room of the day's Wordle when the server is restarted (by --restart, or by you), comes
              back as clients do, with token and last event, and moves: how long that takes until all have moved
    With --target redis a ping is redis' inline PING, and talk is PUBLISH to channels of eight; a member is one
    connection there too, since RESP3 lets a subscriber publish. A move is a SET of \(SetMix.valueBytes) bytes, one under way on each
    connection. Moves that outlive the process compare with redis-server --appendonly yes --appendfsync everysec
    --save "". On IRC and NATS talk is answered by its own echo. Clients/Bots/beside.sh runs the comparisons that the
    machine's packages allow.
    """

  static var flags: [Flag<LoadOptions>] { serverFlags + loadFlags + runFlags }

  private static var serverFlags: [Flag<LoadOptions>] {
    [
      .choice("mix", "what the connections do (default ping)") { $0.mix = $1 },
      Flag(name: "host", value: "ADDRESS", summary: "where the server is (default 127.0.0.1)") {
        $0.endpoint.host = $1
      },
      .number("port", 1...65_535, "its port (default 7770; redis 6379, irc 6667, nats 4222)") {
        $0.endpoint.port = UInt16($1)
      },
      .choice("target", "which server it is (default parlor)") { $0.target = $1 },
      .number("pid", 1...4_194_304, "the server's process, for its memory and processor time") { $0.process = $1 },
      Flag(name: "versus", value: "redis|irc|nats:PORT", summary: "pairs of runs against another server as well") {
        options, text throws(UsageError) in
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let kind = Target(rawValue: parts[0]), kind != .parlor, let port = UInt16(parts[1]),
          port > 0
        else { throw UsageError(message: "--versus takes redis:PORT, irc:PORT or nats:PORT, not \"\(text)\"") }
        options.rival = Endpoint(host: options.endpoint.host, port: port)
        options.rivalKind = kind
      },
      .number("versus-pid", 1...4_194_304, "the other server's process") { $0.rivalProcess = $1 },
      .number("pairs", 1...1000, "how many pairs (default 5)") { $0.pairs = $1 },
    ]
  }

  private static var loadFlags: [Flag<LoadOptions>] {
    [
      .number("connections", 1...100_000, "how many (default by mix, such as 50 for pings)") {
        $0.givenConnections = $1
      },
      .number("outstanding", 1...10_000, "requests under way on each connection (default 1, talk 8)") {
        $0.givenOutstanding = $1
      },
      .number("room-size", 1...500, "members of a room, for talk and blend (default 8)") { $0.roomSize = $1 },
      Flag(name: "game", value: "GAME", summary: "which game's moves (default wordle)") { $0.game = $1 },
      Flag(name: "moves", value: "TEXT,TEXT…", summary: "what is typed in each round, in order, until it is over") {
        options, text in options.moves = text.split(separator: ",").map(String.init)
      },
      .number("speakers", 1...500, "members of each room who talk (default all)") { $0.speakers = $1 },
      .number("text-bytes", 1...500, "bytes of a line of talk (default 32)") { $0.textBytes = $1 },
      .number("rooms", 1...100_000, "how many rooms, instead of connections: each has its members") { $0.rooms = $1 },
      Flag(name: "shares", value: "ping=50,say=30,move=20", summary: "what a blend consists of (default these)") {
        options, text throws(UsageError) in options.givenShares = try BlendMix.Shares(text: text)
      },
      Flag(name: "floods", value: "NAME,…", summary: "of a hostile mix: these and no others") { options, text in
        options.floods = text.split(separator: ",").map(String.init)
      },
      Flag(name: "bystander", value: "ADDRESS", summary: "of a hostile mix: who pings (default 127.0.0.2)") {
        $0.bystander = $1
      },
      .number("elsewhere", 1...65_535, "of a hostile mix: the port of another server, flooded for comparison") {
        $0.floodElsewhere = Endpoint(host: $0.endpoint.host, port: UInt16($1))
      },
      Flag(name: "restart", value: "COMMAND", summary: "of a restart: what restarts the server, for a shell") {
        $0.restart = $1
      },
      Flag(name: "at-once", value: nil, summary: "of a restart: all come back at once, without the wait of clients") {
        options, _ in options.reconnectsAtOnce = true
      },
      .number("rounds", 1...1_000, "of a hostile mix: how often each flood is timed (default 1)") { $0.rounds = $1 },
      Flag(name: "rate", value: "PER_SECOND", summary: "of a blend: paced, latencies from when each request was due") {
        options, text throws(UsageError) in
        guard let rate = Double(text), rate > 0, rate <= 10_000_000 else {
          throw UsageError(message: "--rate takes requests a second, not \"\(text)\"")
        }
        options.rate = rate
      },
    ]
  }

  private static var runFlags: [Flag<LoadOptions>] {
    [
      .seconds("seconds", "how long (default 5)") { $0.seconds = $1 },
      .seconds("warm-up", "how long before it counts (default 0.5)") { $0.warmUp = $1 },
      .number("requests", 1...1_000_000_000, "stop after so many answers instead") { $0.requests = $1 },
      .number("seed", 0...Int.max, "of the random words (default 1)") { $0.seed = UInt64($1) },
      Flag(name: "json", value: nil, summary: "one JSON object instead of text") { options, _ in options.isJSON = true
      },
    ]
  }
}
