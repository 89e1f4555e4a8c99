internal import CPoll
internal import GameKit

/// Every connection plays the day's puzzle in one shared room, with moves spread evenly over the run.
///
/// The cost of a player must not depend on the number of players: the size of an answer does not, and the rest is a
/// digest per second and connection.
struct DailyMix: Mix {
  var tally = Tally()
  private let moves: [[UInt8]]
  private var random: SeededGenerator
  private let nanoseconds: UInt64
  private var startedAt: UInt64 = 0
  private var posted = 0
  private var open = 0
  private var others = 0
  private var received = 0
  private var answerBytes = 0
  private var sent: [SendTimes]
  private let moved = LineKind("moved")
  private let finished = LineKind("finished")
  private let digest = LineKind("digest")
  private let error = LineKind("error")

  private static let tries = 6

  /// - Parameter seconds: the period over which the moves are spread.
  init(words: [String], connections: Int, seconds: Double, seed: UInt64) {
    moves = words.map(Templates.move)
    random = SeededGenerator(seed: seed)
    nanoseconds = UInt64(max(0.001, seconds) * 1e9)
    sent = Array(repeating: SendTimes(capacity: 2), count: connections)
  }

  var isDone: Bool { posted == sent.count * Self.tries && open == 0 }

  mutating func begin(_ crowd: Crowd) throws(Failure) {
    startedAt = cpoll_nanoseconds()
  }

  mutating func keepTime(_ crowd: Crowd) throws(Failure) {
    let total = sent.count * Self.tries
    let elapsed = cpoll_nanoseconds() &- startedAt
    let due = min(total, Int(Double(elapsed) / Double(nanoseconds) * Double(total)) + 1)
    while posted < due {
      let index = posted % sent.count
      crowd.queue(moves[random.number(below: moves.count)], on: index)
      try crowd.flush(index)
      sent[index].push(cpoll_nanoseconds())
      posted += 1
      open += 1
    }
  }

  mutating func receive(_ line: UnsafeRawBufferPointer, on index: Int, _ crowd: Crowd) {
    received += line.count + 1
    if moved.isAnswer(line) {
      tally.moves += 1
      answerBytes += line.count + 1
      answered(index, crowd)
    } else if digest.matches(line) {
      tally.digests += 1
      tally.digestBytes += line.count + 1
    } else if moved.matches(line) {
      others += 1
    } else if finished.matches(line) {
      answerBytes += line.count + 1
    } else if error.isAnswer(line) {
      // After a win by chance before the sixth try, the remaining moves are refused.
      tally.refused += 1
      answered(index, crowd)
    }
  }

  private mutating func answered(_ index: Int, _ crowd: Crowd) {
    guard let time = sent[index].pop() else { return }
    open -= 1
    tally.answers += 1
    tally.latencies.record(crowd.now &- time)
  }

  func figures(seconds: Double) -> [Measurement.Figure] {
    let moves = Double(max(1, tally.moves))
    let digestsEach = Double(tally.digests) / Double(sent.count) / seconds
    return [
      Measurement.Figure(key: "moves_per_s", value: Double(tally.moves) / seconds),
      Measurement.Figure(key: "bytes_per_move", value: Double(received) / moves, digits: 1),
      Measurement.Figure(key: "answer_bytes_per_move", value: Double(answerBytes) / moves, digits: 1),
      Measurement.Figure(key: "digest_bytes_per_move", value: Double(tally.digestBytes) / moves, digits: 1),
      Measurement.Figure(key: "digests_per_connection_per_s", value: digestsEach, digits: 2),
      Measurement.Figure(key: "moves_of_others_heard", value: Double(others)),
    ] + Measurement.Figure.refused(tally)
  }
}
