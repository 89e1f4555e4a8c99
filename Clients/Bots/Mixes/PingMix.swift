struct PingMix: Mix {
  var tally = Tally()
  private let template: [UInt8]
  private let answer: [UInt8]
  private let outstanding: Int
  private var sent: [SendTimes]

  /// - Parameter answer: the prefix of an answer to a ping; other lines are ignored.
  init(template: [UInt8], answer: [UInt8] = [], connections: Int, outstanding: Int) {
    self.template = template
    self.answer = answer
    self.outstanding = outstanding
    sent = Array(repeating: SendTimes(capacity: outstanding), count: connections)
  }

  mutating func begin(_ crowd: Crowd) throws(Failure) {
    for index in 0..<crowd.count {
      for _ in 0..<outstanding { ping(index, crowd) }
      try crowd.flush(index)
    }
  }

  mutating func receive(_ line: UnsafeRawBufferPointer, on index: Int, _ crowd: Crowd) {
    guard LineKind.begins(line, answer), let time = sent[index].pop() else { return }
    tally.answers += 1
    tally.latencies.record(crowd.now &- time)
    ping(index, crowd)
  }

  private mutating func ping(_ index: Int, _ crowd: Crowd) {
    crowd.queue(template, on: index)
    sent[index].push(crowd.now)
  }

  func figures(seconds: Double) -> [Measurement.Figure] {
    [Measurement.Figure(key: "requests_per_s", value: Double(tally.answers) / seconds)]
  }
}
