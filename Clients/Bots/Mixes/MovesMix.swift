internal import GameKit

struct MovesMix: Mix {
  var tally = Tally()
  private let moves: [[UInt8]]
  private var random: SeededGenerator
  private var seats: [Seat]
  private let moved = LineKind("moved")
  private let round = LineKind("round")
  private let roundOver = LineKind("round_over")
  private let joined = LineKind("joined")
  private let error = LineKind("error")

  private static let tries = 6
  /// After this many rounds a connection changes rooms, before the puzzles run out.
  private static let roundsPerRoom = 1000

  private struct Seat {
    var tries = 0
    var rounds = 0
    var sentAt: UInt64?
  }

  init(words: [String], connections: Int, seed: UInt64) {
    moves = words.map(Templates.move)
    seats = Array(repeating: Seat(), count: connections)
    random = SeededGenerator(seed: seed)
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
      // After the last try `round_over` continues; after a win by chance the next move is refused, which continues as
      // well.
      if seats[index].tries < Self.tries { move(index, crowd) }
    } else if roundOver.matches(line) {
      tally.rounds += 1
      seats[index].rounds += 1
      seats[index].tries = 0
      crowd.queue(seats[index].rounds % Self.roundsPerRoom == 0 ? Self.nextRoom : Templates.start, on: index)
    } else if round.isAnswer(line) || joined.isAnswer(line) {
      tally.answers += 1
      move(index, crowd)
    } else if error.matches(line) {
      tally.refused += 1
    }
  }

  private mutating func move(_ index: Int, _ crowd: Crowd) {
    crowd.queue(moves[random.number(below: moves.count)], on: index)
    seats[index].tries += 1
    seats[index].sentAt = crowd.now
  }

  private static let nextRoom = Array(
    ("{\"type\":\"leave\",\"id\":3}\n{\"type\":\"create\",\"id\":4,\"game\":\"wordle\",\"mode\":\"practice\"}\n").utf8)

  func figures(seconds: Double) -> [Measurement.Figure] { Measurement.Figure.moves(tally, seconds: seconds) }
}
