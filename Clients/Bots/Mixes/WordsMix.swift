internal import GameKit
internal import WireProtocol

/// Searches and pages of players' words, one at a time per connection. The kinds alternate, with pings in between, so
/// that all are measured under equal conditions: the excess over a ping is the loop's work for a search.
struct WordsMix: Mix {
  private enum Kind: Int, CaseIterable {
    case ping, search, page, section
    var name: String { "\(self)" }
  }

  var tally = Tally()
  private let requests: [[[UInt8]]]
  private var random: SeededGenerator
  private var kinds: [Kind]
  private var sentAt: [UInt64]
  private var latencies = [Latencies](repeating: Latencies(), count: Kind.allCases.count)
  private let error = LineKind("error")
  private let due = LineKind("due")

  init(connections: Int, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    var generator = SeededGenerator(seed: seed)
    let texts = (0..<500).map { index in
      String(Self.word(&generator).prefix(1 + index % 5)) + (index % 10 == 0 ? "q" : "")
    }
    let pages = (0..<100).map { _ in generator.number(below: Self.words) }
    requests = [
      [Templates.ping(.parlor)], texts.map { Self.line(["type": "search", "text": .string($0), "limit": 100]) },
      pages.map { Self.line(["type": "search", "after": .int($0), "limit": 100]) },
      pages.map { Self.line(["type": "section", "after": .int($0)]) },
    ]
    kinds = Array(repeating: .ping, count: connections)
    sentAt = Array(repeating: 0, count: connections)
  }

  /// The number of words of each player.
  static let words = 20_000

  /// A deck file with that many words.
  static func deck(seed: UInt64) -> String {
    var generator = SeededGenerator(seed: seed)
    return (0..<words).map { number in "\(word(&generator))\(number)\t\(word(&generator)) \(word(&generator))\n" }
      .joined()
  }

  private static func word(_ generator: inout SeededGenerator) -> String {
    let (consonants, vowels) = (Array("bcdfglmnprst"), Array("aeiouáéñ"))
    return (0..<3).map { _ in
      String([consonants[generator.number(below: consonants.count)], vowels[generator.number(below: vowels.count)]])
    }.joined()
  }

  private static func line(_ object: JSONObject) -> [UInt8] { Array((JSON.object(object).text + "\n").utf8) }

  mutating func begin(_ crowd: Crowd) throws(Failure) {
    for index in 0..<crowd.count {
      ask(index, crowd)
      try crowd.flush(index)
    }
  }

  mutating func receive(_ line: UnsafeRawBufferPointer, on index: Int, _ crowd: Crowd) throws(Failure) {
    guard !due.matches(line) else { return }
    if error.matches(line) { tally.refused += 1 }
    tally.answers += 1
    let time = crowd.now &- sentAt[index]
    tally.latencies.record(time)
    latencies[kinds[index].rawValue].record(time)
    kinds[index] = Kind(rawValue: (kinds[index].rawValue + 1) % Kind.allCases.count) ?? .ping
    ask(index, crowd)
  }

  private mutating func ask(_ index: Int, _ crowd: Crowd) {
    let choice = requests[kinds[index].rawValue]
    crowd.queue(choice[random.number(below: choice.count)], on: index)
    sentAt[index] = crowd.now
  }

  mutating func reset() {
    tally = Tally()
    latencies = latencies.map { _ in Latencies() }
  }

  func figures(seconds: Double) -> [Measurement.Figure] {
    let each = Kind.allCases.flatMap { kind in
      [("p50", 0.5), ("p99", 0.99)].map { name, share in
        Measurement.Figure(
          key: "\(kind.name)_\(name)_us", value: Double(latencies[kind.rawValue].percentile(share)) / 1000, digits: 1)
      }
    }
    return [Measurement.Figure(key: "requests_per_s", value: Double(tally.answers) / seconds)] + each
      + Measurement.Figure.refused(tally)
  }
}
