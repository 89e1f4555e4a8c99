/// Some members of each room, or all, talk and keep a number of their own lines pending; all members get all lines.
struct TalkMix: Mix {
  var tally = Tally()
  private let target: LoadOptions.Target
  private let templates: [[UInt8]]
  /// The prefix of a connection's own echoed line, if the echo is its answer.
  private let own: [[UInt8]]
  private let outstanding: Int
  private let speaks: (Int) -> Bool
  private var sent: [SendTimes]
  private let said = LineKind("said")
  private let error = LineKind("error")

  /// - Parameter speaks: whether a connection talks.
  init(
    _ target: LoadOptions.Target, templates: [[UInt8]], outstanding: Int, where speaks: @escaping (Int) -> Bool
  ) {
    self.target = target
    self.speaks = speaks
    own = templates.indices.map { Templates.ownTalk(target, $0) }
    self.templates = templates
    self.outstanding = outstanding
    sent = Array(repeating: SendTimes(capacity: outstanding), count: templates.count)
  }

  mutating func begin(_ crowd: Crowd) throws(Failure) {
    for index in 0..<crowd.count where speaks(index) {
      for _ in 0..<outstanding { talk(index, crowd) }
      try crowd.flush(index)
    }
  }

  mutating func receive(_ line: UnsafeRawBufferPointer, on index: Int, _ crowd: Crowd) {
    switch target {
    case .parlor:
      // `said` is a delivery; with `re` it also answers the speaker.
      if said.matches(line) {
        tally.deliveries += 1
        if said.isAnswer(line) { answered(index, crowd) }
      } else if error.matches(line) {
        tally.refused += 1
        answered(index, crowd)
      }
    case .redis:
      // RESP3 on one connection: a push (`>3`, then its parts) is a delivery, an integer answers the speaker.
      switch line.first {
      case UInt8(ascii: ">"): tally.deliveries += 1
      case UInt8(ascii: ":"): answered(index, crowd)
      case UInt8(ascii: "-"):
        tally.refused += 1
        answered(index, crowd)
      default: break
      }
    case .irc, .nats:
      // All members get all lines, their own included: a tag at the beginning identifies the speaker.
      guard Templates.isTalk(target, line) else { return }
      tally.deliveries += 1
      if LineKind.begins(line, own[index]) { answered(index, crowd) }
    }
  }

  private mutating func answered(_ index: Int, _ crowd: Crowd) {
    guard let time = sent[index].pop() else { return }
    tally.answers += 1
    tally.latencies.record(crowd.now &- time)
    talk(index, crowd)
  }

  private mutating func talk(_ index: Int, _ crowd: Crowd) {
    crowd.queue(templates[index], on: index)
    sent[index].push(crowd.now)
  }

  func figures(seconds: Double) -> [Measurement.Figure] {
    [
      Measurement.Figure(key: "deliveries_per_s", value: Double(tally.deliveries) / seconds),
      Measurement.Figure(key: "messages_per_s", value: Double(tally.answers) / seconds),
    ] + Measurement.Figure.refused(tally)
  }
}
