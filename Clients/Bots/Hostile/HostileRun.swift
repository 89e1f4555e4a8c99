internal import CPoll
internal import Synchronization
internal import WireProtocol

/// Floods a server from one address with one kind of traffic after the other, and measures the latency of pings from
/// another address, with and without the flood, at a rate within the default limits. If another server is given, the
/// pings without the flood are sent while that one is flooded: this excludes the flood's own cost to the shared
/// machine.
struct HostileRun {
  let options: LoadOptions

  struct Row {
    let name: String
    let summary: String
    let before: [Latencies]
    let during: [Latencies]
    let taken: Double
    let connects: Double

    var ratio: Double {
      Self.median(
        zip(before, during).map { Double($1.percentile(0.99)) / Double(max(1, $0.percentile(0.99))) })
    }

    /// The median of the rounds' percentiles, in nanoseconds.
    static func percentile(_ share: Double, of rounds: [Latencies]) -> Double {
      median(rounds.map { Double($0.percentile(share)) })
    }

    private static func median(_ numbers: [Double]) -> Double {
      let sorted = numbers.sorted()
      return sorted.isEmpty ? 0 : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
  }

  func run() async throws(Failure) -> [Row] {
    let floods = options.floods.isEmpty ? Flood.all : Flood.all.filter { options.floods.contains($0.name) }
    let bystanders = try (0..<Self.bystanders).map { _ throws(Failure) in
      try LineConnection(to: options.endpoint, from: options.bystander)
    }
    for bystander in bystanders { _ = try bystander.readLine() }
    let crowd = try Crowd(bystanders)
    var rows: [Row] = []
    for flood in floods {
      var (before, during): ([Measured], [Measured]) = ([], [])
      for round in 0..<options.rounds {
        // Alternating order, since the machine's other load varies.
        if round % 2 == 0 { before.append(try measure(crowd, flooding: options.floodElsewhere, with: flood)) }
        during.append(try measure(crowd, flooding: options.endpoint, with: flood))
        if round % 2 == 1 { before.append(try measure(crowd, flooding: options.floodElsewhere, with: flood)) }
      }
      let count = Double(max(1, during.count))
      rows.append(
        Row(
          name: flood.name, summary: flood.summary, before: before.map(\.pings), during: during.map(\.pings),
          taken: during.reduce(0) { $0 + $1.taken } / count, connects: during.reduce(0) { $0 + $1.connects } / count))
    }
    return rows
  }

  private struct Measured {
    var pings = Latencies()
    var taken = 0.0
    var connects = 0.0
  }

  private func measure(
    _ crowd: Crowd, flooding target: Endpoint?, with flood: Flood
  ) throws(Failure) -> Measured {
    guard let target else { return Measured(pings: try measure(crowd)) }
    let run = FloodRun(flood, to: target, connections: options.connections)
    let running = try run.start()
    _ = try measure(crowd, seconds: options.warmUp)
    let (start, sent) = (cpoll_nanoseconds(), run.sentBytes.load(ordering: .relaxed))
    let made = run.connected.load(ordering: .relaxed)
    var measured = Measured(pings: try measure(crowd))
    let seconds = Double(cpoll_nanoseconds() &- start) / 1e9
    measured.taken = Double(run.sentBytes.load(ordering: .relaxed) - sent) / seconds
    measured.connects = Double(run.connected.load(ordering: .relaxed) - made) / seconds
    running.stop()
    // Gives the server time to close two hundred connections.
    _ = try measure(crowd, seconds: 0.5)
    return measured
  }

  /// The bystander's connections, and the nanoseconds between two pings of one: a rate below the server's default
  /// limits.
  private static let bystanders = 24
  private static let pause: UInt64 = 120_000_000

  private func measure(_ crowd: Crowd, seconds: Double? = nil) throws(Failure) -> Latencies {
    var latencies = Latencies()
    let start = cpoll_nanoseconds()
    let end = start &+ UInt64((seconds ?? options.seconds) * 1e9)
    var due = (0..<crowd.count).map { start &+ UInt64($0) &* Self.pause / UInt64(crowd.count) }
    var waiting = [Bool](repeating: false, count: crowd.count)
    let pong = LineKind("pong")
    while true {
      let now = cpoll_nanoseconds()
      if now >= end, !waiting.contains(true) || now >= end &+ 5_000_000_000 { return latencies }
      for index in due.indices where now < end && due[index] <= now && !waiting[index] {
        crowd.queue(Array("{\"type\":\"ping\",\"id\":1}\n".utf8), on: index)
        try crowd.flush(index)
        waiting[index] = true
      }
      let next = due.indices.filter { !waiting[$0] }.map { due[$0] }.min() ?? end
      let pause = next > now ? min(20_000_000, Int64(clamping: next &- now)) : 0
      try crowd.turn(atMost: now < end ? pause : 20_000_000) { line, index throws(Failure) in
        guard pong.isAnswer(line), waiting[index] else { return }
        latencies.record(crowd.now &- min(crowd.now, due[index]))
        waiting[index] = false
        // At its rate, or at once if it is late.
        due[index] = max(due[index] &+ Self.pause, crowd.now)
      }
    }
  }

  static func text(_ rows: [Row], _ options: LoadOptions) -> String {
    let without = options.floodElsewhere == nil ? "  before" : "elsewhere"
    let head =
      "hostile: \(options.connections) connections of one address, and pings of another (µs)\n"
      + "  flood    \(without) p50     p99   during p50      p99   p99 ratio   taken KB/s  connects/s"
    return ([head] + rows.map(line)).joined(separator: "\n")
  }

  private static func line(_ row: Row) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(1, width - text.count)) + text
    }
    func number(_ rounds: [Latencies], _ share: Double) -> String {
      FigureText.text(Row.percentile(share, of: rounds) / 1000, digits: 0)
    }
    return "  " + row.name + padded(number(row.before, 0.5), 22 - row.name.count) + padded(number(row.before, 0.99), 8)
      + padded(number(row.during, 0.5), 13) + padded(number(row.during, 0.99), 9)
      + padded(FigureText.text(row.ratio, digits: 2), 12) + padded(FigureText.text(row.taken / 1000, digits: 0), 13)
      + padded(FigureText.text(row.connects, digits: 0), 12)
  }

  static func json(_ rows: [Row], _ options: LoadOptions) -> JSON {
    let without = options.floodElsewhere == nil ? "before" : "elsewhere"
    func figures(_ rounds: [Latencies]) -> JSON {
      [
        "pings": .int(rounds.reduce(0) { $0 + $1.count }),
        "p50_us": .int(Int(Row.percentile(0.5, of: rounds) / 1000)),
        "p99_us": .int(Int(Row.percentile(0.99, of: rounds) / 1000)),
        "max_us": .int(Int((rounds.map(\.maximum).max() ?? 0) / 1000)),
      ]
    }
    return [
      "mix": "hostile", "connections": .int(options.connections), "rounds": .int(options.rounds),
      "floods": .array(
        rows.map { row in
          [
            "flood": .string(row.name), "what": .string(row.summary), without: figures(row.before),
            "during": figures(row.during), "p99_ratio": FigureText.json(row.ratio, digits: 2),
            "taken_bytes_per_s": FigureText.json(row.taken, digits: 0),
            "connects_per_s": FigureText.json(row.connects, digits: 0),
          ]
        }),
    ]
  }
}
