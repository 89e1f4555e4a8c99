/// What `parlor-bots load` is asked for.
struct LoadOptions {
  /// What the connections do.
  enum Mix: String, CaseIterable {
    case ping, talk, moves, daily, idle
  }
  /// Which server is measured.
  enum Target: String, CaseIterable {
    case parlor, redis
  }

  var endpoint = Endpoint()
  var mix = Mix.ping
  var target = Target.parlor
  /// `nil` for the mix's own number.
  var givenConnections: Int?
  /// `nil` for the mix's own number.
  var givenOutstanding: Int?
  var seconds = 5.0
  var warmUp = 0.5
  /// Stop after so many answers instead of after a time.
  var requests: Int?
  var roomSize = 8
  var textBytes = 32
  /// The server's process, for its memory and processor time.
  var process: Int?
  /// The other server of a comparison.
  var rival: Endpoint?
  var rivalProcess: Int?
  var pairs = 5
  var seed: UInt64 = 1
  var isJSON = false

  var connections: Int {
    if let givenConnections { return givenConnections }
    switch mix {
    case .ping, .moves: return 50
    case .talk: return 800
    case .daily: return 1000
    case .idle: return 10_000
    }
  }

  var outstanding: Int { givenOutstanding ?? (mix == .talk ? 8 : 1) }

  /// The same for the other server of a comparison.
  var forRival: LoadOptions {
    var copy = self
    copy.process = rivalProcess
    return copy
  }

  /// Reads a command line.
  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> LoadOptions {
    var options = LoadOptions()
    try Flag.parse(arguments, with: flags, over: &options)
    let knowsRedis = [.ping, .talk, .moves].contains(options.mix)
    if (options.target == .redis || options.rival != nil) && !knowsRedis {
      throw UsageError(message: "redis can be measured with --mix ping, talk and moves, not \(options.mix.rawValue)")
    }
    if options.mix == .talk && options.connections % options.roomSize != 0 {
      throw UsageError(message: "--connections must be a multiple of --room-size, \(options.roomSize)")
    }
    if options.target == .redis && options.endpoint.port == Endpoint().port { options.endpoint.port = 6379 }
    return options
  }

  static var flags: [Flag<LoadOptions>] {
    [
      .choice("mix", "what the connections do (default ping)") { $0.mix = $1 },
      Flag(name: "host", value: "ADDRESS", summary: "where the server is (default 127.0.0.1)") {
        $0.endpoint.host = $1
      },
      .number("port", 1...65_535, "its port (default 7770; 6379 for redis)") { $0.endpoint.port = UInt16($1) },
      .choice("target", "which server it is (default parlor)") { $0.target = $1 },
      .number("connections", 1...100_000, "how many (default by mix: 50, talk 800, daily 1000, idle 10000)") {
        $0.givenConnections = $1
      },
      .number("outstanding", 1...10_000, "requests under way on each connection (default 1, talk 8)") {
        $0.givenOutstanding = $1
      },
      .seconds("seconds", "how long (default 5)") { $0.seconds = $1 },
      .seconds("warm-up", "how long before it counts (default 0.5)") { $0.warmUp = $1 },
      .number("requests", 1...1_000_000_000, "stop after so many answers instead") { $0.requests = $1 },
      .number("room-size", 1...500, "members of a room, for talk (default 8)") { $0.roomSize = $1 },
      .number("text-bytes", 1...500, "bytes of a line of talk (default 32)") { $0.textBytes = $1 },
      .number("pid", 1...4_194_304, "the server's process, for its memory and processor time") { $0.process = $1 },
      Flag(name: "versus", value: "redis:PORT", summary: "pairs of runs against a redis-server as well") {
        options, text throws(UsageError) in
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts[0] == "redis", let port = UInt16(parts[1]), port > 0 else {
          throw UsageError(message: "--versus takes redis:PORT, not \"\(text)\"")
        }
        options.rival = Endpoint(host: options.endpoint.host, port: port)
      },
      .number("versus-pid", 1...4_194_304, "the other server's process") { $0.rivalProcess = $1 },
      .number("pairs", 1...1000, "how many pairs (default 5)") { $0.pairs = $1 },
      .number("seed", 0...Int.max, "of the random words (default 1)") { $0.seed = UInt64($1) },
      Flag(name: "json", value: nil, summary: "one JSON object instead of text") { options, _ in options.isJSON = true
      },
    ]
  }
}
