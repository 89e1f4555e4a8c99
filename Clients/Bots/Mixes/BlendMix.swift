internal import CPoll
internal import GameKit

/// Pings, talk and moves mixed by their shares, closed-loop or paced, in rooms of several members.
///
/// In a closed-loop run each connection keeps a number of requests pending. In a paced run, requests are due at even
/// intervals, one connection after another, whatever the state of earlier ones; latency is measured from the due time,
/// not the send time, so that a stalled server is charged for all waiting requests (no coordinated omission).
struct BlendMix: Mix {
  var tally = Tally()
  private let shares: Shares
  private let requests: Requests
  private let outstanding: Int
  /// The nanoseconds between two requests of a paced run; 0 for a closed-loop run.
  private let interval: Double
  private var random: SeededGenerator
  private var sent: [SendTimes]
  private var tries: [Int]
  private var startedAt: UInt64 = 0
  private var posted = 0
  private var counts = Counts()
  private let pong = LineKind("pong")
  private let said = LineKind("said")
  private let moved = LineKind("moved")
  private let round = LineKind("round")
  private let error = LineKind("error")

  struct Shares: Hashable {
    var ping = 0
    var say = 0
    var move = 0

    var total: Int { ping + say + move }
  }

  struct Requests {
    /// Talk by connection; empty if nobody talks.
    var says: [[UInt8]] = []
    /// The beginning of a move by connection, up to the word; empty if nobody moves.
    var moves: [[UInt8]] = []
    var starts: [[UInt8]] = []
    var words: [[UInt8]] = []
  }

  private struct Counts {
    var pings = 0
    var says = 0
    var moves = 0
  }

  private static let triesOfARound = 6
  private static let ping = Array("{\"type\":\"ping\",\"id\":1}\n".utf8)
  private static let moveEnd = Array("\"}}\n".utf8)

  /// - Parameter rate: requests per second over all connections; `nil` for a closed-loop run.
  init(
    _ shares: Shares, _ requests: Requests, connections: Int, outstanding: Int, rate: Double?, seed: UInt64
  ) {
    self.shares = shares
    self.requests = requests
    self.outstanding = outstanding
    interval = rate.map { 1e9 / max(0.001, $0) } ?? 0
    random = SeededGenerator(seed: seed)
    sent = Array(repeating: SendTimes(capacity: outstanding), count: connections)
    tries = Array(repeating: 0, count: connections)
  }

  mutating func begin(_ crowd: Crowd) throws(Failure) {
    startedAt = cpoll_nanoseconds()
    guard interval == 0 else { return }
    for index in 0..<crowd.count {
      for _ in 0..<outstanding { post(index, crowd, dueAt: crowd.now) }
      try crowd.flush(index)
    }
  }

  /// A paced run sleeps until the next request is due: busy waiting would take a core from the measured server.
  var longestSleep: Int64 {
    guard interval > 0 else { return 1_000_000 }
    let (due, now) = (dueTime(posted), cpoll_nanoseconds())
    return due > now ? Int64(clamping: min(due &- now, 1_000_000)) : 0
  }

  private func dueTime(_ number: Int) -> UInt64 { startedAt &+ UInt64(Double(number) * interval) }

  mutating func keepTime(_ crowd: Crowd) throws(Failure) {
    guard interval > 0 else { return }
    let now = cpoll_nanoseconds()
    while dueTime(posted) <= now {
      let index = posted % crowd.count
      post(index, crowd, dueAt: dueTime(posted))
      try crowd.flush(index)
      posted += 1
    }
  }

  mutating func receive(_ line: UnsafeRawBufferPointer, on index: Int, _ crowd: Crowd) {
    if said.matches(line) {
      tally.deliveries += 1
      if said.isAnswer(line) { answered(index, crowd, \.says) }
    } else if pong.isAnswer(line) {
      answered(index, crowd, \.pings)
    } else if moved.isAnswer(line) || round.isAnswer(line) {
      answered(index, crowd, \.moves)
    } else if error.isAnswer(line) {
      // A round that was won by chance has no board until the next one begins.
      tally.refused += 1
      tries[index] = Self.triesOfARound
      answered(index, crowd, nil)
    }
  }

  private mutating func answered(_ index: Int, _ crowd: Crowd, _ kind: WritableKeyPath<Counts, Int>?) {
    guard let time = sent[index].pop() else { return }
    tally.answers += 1
    if let kind { counts[keyPath: kind] += 1 }
    tally.latencies.record(crowd.now &- min(crowd.now, time))
    if interval == 0 { post(index, crowd, dueAt: crowd.now) }
  }

  private mutating func post(_ index: Int, _ crowd: Crowd, dueAt time: UInt64) {
    let drawn = random.number(below: shares.total)
    if drawn < shares.ping {
      crowd.queue(Self.ping, on: index)
    } else if drawn < shares.ping + shares.say {
      crowd.queue(requests.says[index], on: index)
    } else if tries[index] >= Self.triesOfARound {
      tries[index] = 0
      crowd.queue(requests.starts[index], on: index)
    } else {
      tries[index] += 1
      crowd.queue(requests.moves[index], on: index)
      crowd.queue(requests.words[random.number(below: requests.words.count)], on: index)
      crowd.queue(Self.moveEnd, on: index)
    }
    sent[index].push(time)
  }

  mutating func reset() {
    tally = Tally()
    counts = Counts()
  }

  func figures(seconds: Double) -> [Measurement.Figure] {
    let kinds = [
      ("pings_per_s", shares.ping, counts.pings), ("messages_per_s", shares.say, counts.says),
      ("deliveries_per_s", shares.say, tally.deliveries), ("moves_per_s", shares.move, counts.moves),
    ]
    return [Measurement.Figure(key: "requests_per_s", value: Double(tally.answers) / seconds)]
      + kinds.filter { $0.1 > 0 }.map { Measurement.Figure(key: $0.0, value: Double($0.2) / seconds) }
      + Measurement.Figure.refused(tally)
  }
}

extension BlendMix.Shares {
  /// Parses `ping=50,say=30,move=20`; the shares are relative to their sum.
  init(text: String) throws(UsageError) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", omittingEmptySubsequences: false)
      guard pair.count == 2, let share = Int(pair[1]), (0...1_000_000).contains(share) else {
        throw UsageError(message: "--shares takes ping=50,say=30,move=20, not \"\(text)\"")
      }
      switch pair[0] {
      case "ping": ping = share
      case "say": say = share
      case "move": move = share
      default: throw UsageError(message: "--shares knows ping, say and move, not \"\(pair[0])\"")
      }
    }
    guard total > 0 else { throw UsageError(message: "--shares are all zero: \"\(text)\"") }
  }
}
