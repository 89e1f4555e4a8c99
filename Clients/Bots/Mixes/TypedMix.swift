/// Practice rounds in any game: the same typed moves in each, one round at a time per connection.
///
/// Whether a round continues is known when all input that came with a move was read: then the next move is sent, or the
/// next round begun. A refused move (the round was still being dealt, or its moves are used up) begins the next round.
struct TypedMix: Mix {
  var tally = Tally()
  private let moves: [[UInt8]]
  private var seats: [Seat]
  private let moved = LineKind("moved")
  private let round = LineKind("round")
  private let roundOver = LineKind("round_over")
  private let error = LineKind("error")

  private static let isPlaying = Array("{\"type\":\"error\",\"re\":2,\"code\":\"already_playing\"".utf8)

  private struct Seat {
    enum NextAction { case nothing, move, round }

    var next = 0
    var nextAction = NextAction.nothing
    var sentAt: UInt64?
  }

  init(_ moves: [String], connections: Int) {
    self.moves = moves.map(Templates.typed)
    seats = Array(repeating: Seat(), count: connections)
  }

  mutating func begin(_ crowd: Crowd) throws(Failure) {
    for index in 0..<crowd.count {
      move(index, crowd)
      try crowd.flush(index)
    }
  }

  mutating func receive(_ line: UnsafeRawBufferPointer, on index: Int, _ crowd: Crowd) {
    if moved.isAnswer(line) {
      tally.moves += 1
      tally.answers += 1
      if let time = seats[index].sentAt { tally.latencies.record(crowd.now &- time) }
      seats[index].sentAt = nil
      seats[index].nextAction = .move
    } else if roundOver.matches(line) {
      tally.rounds += 1
      seats[index].nextAction = .round
    } else if round.matches(line) {
      if round.isAnswer(line) { tally.answers += 1 }
      seats[index].next = 0
      if seats[index].sentAt == nil { seats[index].nextAction = .move }
    } else if LineKind.begins(line, Self.isPlaying) {
      seats[index].nextAction = .move
    } else if error.isAnswer(line) {
      tally.refused += 1
      seats[index].sentAt = nil
      seats[index].nextAction = .round
    }
  }

  mutating func settle(_ index: Int, _ crowd: Crowd) {
    switch seats[index].nextAction {
    case .nothing: break
    case .move where seats[index].next < moves.count: move(index, crowd)
    case .move, .round: crowd.queue(Templates.start, on: index)
    }
    seats[index].nextAction = .nothing
  }

  private mutating func move(_ index: Int, _ crowd: Crowd) {
    crowd.queue(moves[seats[index].next], on: index)
    seats[index].next += 1
    seats[index].sentAt = crowd.now
  }

  func figures(seconds: Double) -> [Measurement.Figure] { Measurement.Figure.moves(tally, seconds: seconds) }
}
