protocol Mix {
  var tally: Tally { get set }
  var isDone: Bool { get }
  mutating func begin(_ crowd: Crowd) throws(Failure)
  /// Handles a line of a connection; output queued here is sent when all input is read.
  mutating func receive(_ line: UnsafeRawBufferPointer, on index: Int, _ crowd: Crowd) throws(Failure)
  /// All input of a connection in this turn was handled.
  mutating func settle(_ index: Int, _ crowd: Crowd)
  /// Does what is due by time.
  mutating func keepTime(_ crowd: Crowd) throws(Failure)
  mutating func reset()
  /// The longest interval between calls of ``keepTime(_:)``, in nanoseconds.
  var longestSleep: Int64 { get }
  func figures(seconds: Double) -> [Measurement.Figure]
}

extension Mix {
  var isDone: Bool { false }
  var longestSleep: Int64 { 1_000_000 }
  mutating func reset() { tally = Tally() }
  mutating func settle(_ index: Int, _ crowd: Crowd) {}
  mutating func keepTime(_ crowd: Crowd) throws(Failure) {}
}

struct Tally {
  var answers = 0
  var moves = 0
  var rounds = 0
  /// Lines of talk that reached a member.
  var deliveries = 0
  var refused = 0
  var digests = 0
  var digestBytes = 0
  var latencies = Latencies()
}

extension Measurement.Figure {
  /// The figures of a mix of moves.
  static func moves(_ tally: Tally, seconds: Double) -> [Measurement.Figure] {
    [
      Measurement.Figure(key: "moves_per_s", value: Double(tally.moves) / seconds),
      Measurement.Figure(key: "requests_per_s", value: Double(tally.answers) / seconds),
      Measurement.Figure(key: "rounds", value: Double(tally.rounds)),
    ] + refused(tally)
  }

  static func refused(_ tally: Tally) -> [Measurement.Figure] {
    tally.refused > 0 ? [Measurement.Figure(key: "refused", value: Double(tally.refused))] : []
  }
}

/// Classifies lines by their first bytes without parsing: the server writes `type` first and `re` second.
struct LineKind {
  private let answerPrefix: [UInt8]
  private let prefix: [UInt8]

  init(_ type: String) {
    prefix = Array("{\"type\":\"\(type)\"".utf8)
    answerPrefix = prefix + Array(",\"re\":".utf8)
  }

  func matches(_ line: UnsafeRawBufferPointer) -> Bool { Self.begins(line, prefix) }

  func isAnswer(_ line: UnsafeRawBufferPointer) -> Bool { Self.begins(line, answerPrefix) }

  static func begins(_ line: UnsafeRawBufferPointer, _ prefix: [UInt8]) -> Bool {
    guard line.count >= prefix.count else { return false }
    for index in prefix.indices where line[index] != prefix[index] { return false }
    return true
  }
}
