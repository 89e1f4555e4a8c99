internal import GameKit

/// The comparison for durable moves: every connection stores one value after another in redis, as long as a move's data
/// in Parlor's database, one at a time.
///
/// Keys are random among many, so that values are added as well as overwritten. Durability is up to redis-server's
/// flags.
struct SetMix: Mix {
  var tally = Tally()
  private let requests: [[UInt8]]
  private var random: SeededGenerator
  private var sentAt: [UInt64]

  /// The length of a value: the row of a move and its share of the room's events.
  static let valueBytes = 100
  private static let keys = 10_000

  init(connections: Int, seed: UInt64) {
    requests = (0..<Self.keys).map { Templates.set("move:\($0)", valueBytes: Self.valueBytes) }
    random = SeededGenerator(seed: seed)
    sentAt = Array(repeating: 0, count: connections)
  }

  mutating func begin(_ crowd: Crowd) throws(Failure) {
    for index in 0..<crowd.count {
      set(index, crowd)
      try crowd.flush(index)
    }
  }

  mutating func receive(_ line: UnsafeRawBufferPointer, on index: Int, _ crowd: Crowd) throws(Failure) {
    // Redis refuses all writes once it cannot persist: then there is nothing to measure.
    guard line.first == UInt8(ascii: "+") else {
      throw Failure("redis refused: \(String(decoding: line, as: UTF8.self))")
    }
    tally.answers += 1
    tally.latencies.record(crowd.now &- sentAt[index])
    set(index, crowd)
  }

  private mutating func set(_ index: Int, _ crowd: Crowd) {
    crowd.queue(requests[random.number(below: requests.count)], on: index)
    sentAt[index] = crowd.now
  }

  func figures(seconds: Double) -> [Measurement.Figure] {
    [Measurement.Figure(key: "sets_per_s", value: Double(tally.answers) / seconds)]
  }
}
