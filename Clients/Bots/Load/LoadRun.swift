internal import CPoll
internal import WireProtocol

struct LoadRun {
  let options: LoadOptions
  let target: LoadOptions.Target
  let endpoint: Endpoint
  /// The server's resident memory before this run; `nil` if its process is unknown.
  private var memoryBefore: Int?

  init(options: LoadOptions, target: LoadOptions.Target, endpoint: Endpoint) {
    self.options = options
    self.target = target
    self.endpoint = endpoint
  }

  func measure() throws(Failure) -> Measurement {
    var run = self
    run.memoryBefore = options.process.flatMap(ProcessFigures.residentBytes)
    return try run.measureMix()
  }

  private func measureMix() throws(Failure) -> Measurement {
    switch options.mix {
    case .ping: try ping()
    case .talk: try talk()
    case .moves: try moves()
    case .daily: try daily()
    case .blend: try blend()
    case .words: try words()
    case .idle: try idle()
    case .visit: try visits()
    case .restart: try RestartRun(options).measure()
    case .hostile: throw Failure("a hostile mix has no single figure")
    }
  }

  private func connect() throws(Failure) -> [LineConnection] {
    try Preparation.connect(options.connections, to: endpoint, target)
  }

  private func ping() throws(Failure) -> Measurement {
    let connections = try connect()
    return try run(
      PingMix(
        template: Templates.ping(target), answer: Templates.pong(target), connections: connections.count,
        outstanding: options.outstanding), connections)
  }

  private func talk() throws(Failure) -> Measurement {
    let connections = try connect()
    try Preparation.fillRooms(connections, size: options.roomSize, target)
    let templates = connections.indices.map { index in
      Templates.talk(
        target, index, to: Preparation.channel(index, options.roomSize), textBytes: options.textBytes)
    }
    let (size, speakers) = (options.roomSize, options.speakers ?? options.roomSize)
    let mix = TalkMix(target, templates: templates, outstanding: options.outstanding) { $0 % size < speakers }
    return try run(mix, connections)
  }

  private func moves() throws(Failure) -> Measurement {
    let connections = try connect()
    if target == .redis {
      return try run(SetMix(connections: connections.count, seed: options.seed), connections)
    }
    if !options.moves.isEmpty {
      try Preparation.openPracticeRooms(connections, of: options.game)
      return try run(TypedMix(options.moves, connections: connections.count), connections)
    }
    let words = try words(connections)
    try Preparation.openPracticeRooms(connections, of: "wordle")
    return try run(MovesMix(words: words, connections: connections.count, seed: options.seed), connections)
  }

  private func daily() throws(Failure) -> Measurement {
    let connections = try connect()
    let words = try words(connections)
    try Preparation.join("wordle", connections)
    let mix = DailyMix(words: words, connections: connections.count, seconds: options.seconds, seed: options.seed)
    return try run(mix, connections, isPaced: true)
  }

  private func words() throws(Failure) -> Measurement {
    let connections = try connect()
    try Preparation.learn(WordsMix.deck(seed: options.seed), connections)
    return try run(WordsMix(connections: connections.count, seed: options.seed), connections)
  }

  private func blend() throws(Failure) -> Measurement {
    let connections = try connect()
    let shares = options.shares
    var requests = BlendMix.Requests()
    if shares.say > 0 {
      let rooms = try Preparation.fillNamedRooms(connections, size: options.roomSize)
      requests.says = rooms.map { Templates.say(in: $0, textBytes: options.textBytes) }
    }
    if shares.move > 0 {
      requests.words = try words(connections).map { Array($0.utf8) }
      let rooms = try Preparation.openNamedPracticeRooms(connections)
      requests.moves = rooms.map(Templates.moveBeginning)
      requests.starts = rooms.map { Templates.start(in: $0) }
    }
    let mix = BlendMix(
      shares, requests, connections: connections.count, outstanding: options.outstanding, rate: options.rate,
      seed: options.seed)
    return try run(mix, connections)
  }

  private func words(_ connections: [LineConnection]) throws(Failure) -> [String] {
    guard let words = try connections.first?.acceptedWords(of: "wordle"), !words.isEmpty else {
      throw Failure("the server has no accepted words for wordle")
    }
    return words
  }

  /// Runs a mix: an uncounted warm-up, then the requested time or number of answers.
  private func run<M: Mix>(
    _ mix: M, _ connections: [LineConnection], isPaced: Bool = false
  ) throws(Failure) -> Measurement {
    let memory = options.process.flatMap(ProcessFigures.residentBytes)
    let crowd = try Crowd(connections)
    var mix = mix
    try mix.begin(crowd)
    if !isPaced && options.requests == nil {
      let end = cpoll_nanoseconds() &+ Self.nanoseconds(options.warmUp)
      try drive(&mix, crowd, until: end) { _ in false }
    }
    mix.reset()
    let received = crowd.bytesReceived
    let before = Clocks(options.process)
    // A paced run has a few more seconds for the last answers.
    let limit = options.requests == nil ? options.seconds + (isPaced ? 10 : 0) : 3600
    let end = before.time &+ Self.nanoseconds(limit)
    let wanted = options.requests ?? .max
    try drive(&mix, crowd, until: end) { $0.isDone || $0.tally.answers >= wanted }
    var result = measurement(mix, before, Clocks(options.process), bytes: crowd.bytesReceived - received)
    addMemory(to: &result, prepared: memory)
    return result
  }

  /// The server's memory per connection: when idle, and under load.
  private func addMemory(to result: inout Measurement, prepared: Int?) {
    guard let before = memoryBefore, let prepared,
      let loaded = options.process.flatMap(ProcessFigures.residentBytes)
    else { return }
    let count = Double(max(1, options.connections))
    result.others += [
      Measurement.Figure(key: "server_bytes_per_connection", value: Double(prepared - before) / count),
      Measurement.Figure(key: "server_bytes_per_connection_loaded", value: Double(loaded - before) / count),
    ]
  }

  private func drive<M: Mix>(
    _ mix: inout M, _ crowd: Crowd, until end: UInt64, _ isOver: (M) -> Bool
  ) throws(Failure) {
    while cpoll_nanoseconds() < end, !isOver(mix) {
      try mix.keepTime(crowd)
      try crowd.turn(atMost: mix.longestSleep) { line, index throws(Failure) in
        try mix.receive(line, on: index, crowd)
      } settle: {
        mix.settle($0, crowd)
      }
    }
  }

  private static func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(max(0, seconds) * 1e9) }

  private func measurement(_ mix: some Mix, _ before: Clocks, _ after: Clocks, bytes: Int) -> Measurement {
    let seconds = max(1e-9, Double(after.time &- before.time) / 1e9)
    let figures = mix.figures(seconds: seconds)
    var result = Measurement(
      mix: options.mix.rawValue, target: target.rawValue, connections: options.connections, seconds: seconds,
      headline: figures.first ?? Measurement.Figure(key: "answers", value: Double(mix.tally.answers)))
    result.outstanding = options.rate == nil && options.mix != .daily ? options.outstanding : 0
    result.others = Array(figures.dropFirst())
    if let rate = options.rate { result.others.append(Measurement.Figure(key: "asked_per_s", value: rate)) }
    result.others.append(Measurement.Figure(key: "received_bytes_per_s", value: Double(bytes) / seconds))
    result.latencies = mix.tally.latencies
    result.others += Clocks.figures(before, after)
    result.processorMicroseconds = Clocks.serverMicroseconds(before, after).map {
      $0 / Double(max(1, mix.tally.answers))
    }
    return result
  }

  /// Connections that are made, ask once and go, so many at a time.
  private func visits() throws(Failure) -> Measurement {
    func visit(for seconds: Double) throws(Failure) -> (tally: Tally, before: Clocks) {
      let before = Clocks(options.process)
      var tally = Tally()
      while cpoll_nanoseconds() &- before.time < Self.nanoseconds(seconds) {
        let start = cpoll_nanoseconds()
        let visitors = try Preparation.visit(options.connections, to: endpoint, target)
        tally.answers += visitors.count
        tally.latencies.record(cpoll_nanoseconds() &- start)
      }
      return (tally, before)
    }
    _ = try visit(for: options.warmUp)
    let (tally, before) = try visit(for: options.seconds)
    let after = Clocks(options.process)
    let seconds = max(1e-9, Double(after.time &- before.time) / 1e9)
    var result = Measurement(
      mix: options.mix.rawValue, target: target.rawValue, connections: options.connections, seconds: seconds,
      headline: Measurement.Figure(key: "visits_per_s", value: Double(tally.answers) / seconds))
    result.latencies = tally.latencies
    result.others = Clocks.figures(before, after)
    result.processorMicroseconds = Clocks.serverMicroseconds(before, after).map {
      $0 / Double(max(1, tally.answers))
    }
    return result
  }

  private func idle() throws(Failure) -> Measurement {
    guard let process = options.process, let before = ProcessFigures.residentBytes(of: process) else {
      throw Failure("--mix idle needs --pid with the number of a running server, on Linux")
    }
    let connections = try connect()
    // A connection that has spoken once must cost no more than one that has not: its buffers must be freed.
    try Preparation.pingOnce(connections, target)
    // The server's work for new connections is finished by then.
    var line = cpoll_event()
    let poller = cpoll_create()
    _ = cpoll_wait(poller, &line, 1, Int64(Self.nanoseconds(options.seconds)))
    cpoll_close(poller)
    let after = withExtendedLifetime(connections) { ProcessFigures.residentBytes(of: process) ?? before }
    let each = Double(after - before) / Double(max(1, connections.count))
    var result = Measurement(
      mix: options.mix.rawValue, target: target.rawValue, connections: connections.count, seconds: options.seconds,
      headline: Measurement.Figure(key: "bytes_per_connection", value: each))
    result.others = [
      Measurement.Figure(key: "resident_bytes_before", value: Double(before)),
      Measurement.Figure(key: "resident_bytes_after", value: Double(after)),
    ]
    return result
  }
}

private struct Clocks {
  let time = cpoll_nanoseconds()
  let own = cpoll_processor_nanoseconds()
  let server: UInt64?

  init(_ process: Int?) { server = process.flatMap(ProcessFigures.processorNanoseconds) }

  /// The load of the generator, which shows whether it is the bottleneck, and of the server.
  static func figures(_ before: Clocks, _ after: Clocks) -> [Measurement.Figure] {
    let wall = Double(max(1, after.time &- before.time)) / 1000
    let own = Double(after.own &- before.own) / 1000
    var figures = [Measurement.Figure(key: "generator_cpu_percent", value: own / wall * 100, digits: 1)]
    if let used = serverMicroseconds(before, after) {
      figures.append(Measurement.Figure(key: "server_cpu_percent", value: used / wall * 100, digits: 1))
    }
    return figures
  }

  static func serverMicroseconds(_ before: Clocks, _ after: Clocks) -> Double? {
    guard let start = before.server, let end = after.server else { return nil }
    return Double(end &- start) / 1000
  }
}
