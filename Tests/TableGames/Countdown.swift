public import GameKit
import WireProtocol

public let countdown = GameModule(countdownSource)

let countdownSource = NoPuzzleSource<Countdown>()

/// Whoever says the number of the round within ten seconds gets a point; three rounds, and anybody may come late.
struct Countdown: Game {
  struct Move: Codable { let count: Int }

  static let rounds = 3
  static let milliseconds: Int64 = 10_000

  var scores: [(id: PlayerID, points: Int)] { zip(players, points).map { ($0, $1) } }
  var players: [PlayerID] = []
  var points: [Int] = []
  var answered: [Bool] = []
  var round = 0

  init(puzzle: NoPuzzle, settings: NoSettings) {}

  var isOver: Bool { round > Self.rounds }
  var deadline: Elapsed? { isOver ? nil : Elapsed(milliseconds: Int64(round) * Self.milliseconds) }
  var toMove: [PlayerID] { isOver ? [] : players.indices.filter { !answered[$0] }.map { players[$0] } }

  func candidates(for player: PlayerID) -> [Move] {
    toMove.contains(player) ? [Move(count: round), Move(count: 0)] : []
  }

  mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn {
    switch event {
    case .begin(let all):
      (players, points, answered) = (all, all.map { _ in 0 }, all.map { _ in false })
      round = 1
    case .join(let player):
      if players.contains(player) { throw .notHere }
      players.append(player)
      points.append(0)
      answered.append(false)
    case .time:
      round += 1
      answered = answered.map { _ in false }
      return Turn(open: ["round": .int(round)], spentTry: false, openRemark: isOver ? "Time is up" : "Round \(round)")
    case .leave, .resign, .draw, .flag, .pause, .unpause, .skip, .stop: throw .notHere
    }
    return Turn(open: [:], spentTry: false, openRemark: "is here")
  }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard let index = players.firstIndex(of: player), !answered[index] else { throw .notYourTurn }
    answered[index] = true
    let isRight = move.count == round
    if isRight { points[index] += 1 }
    var turn = Turn(open: ["right": .bool(isRight)], openRemark: "has answered")
    turn.isQuiet = true
    return turn
  }
}

extension Countdown {
  static let info = GameInfo(
    id: "countdown", title: "Countdown", summary: "Say the number of the round", rules: ["Type the round's number."],
    modes: [.together], seats: Seats(1...500, areOpenLate: true))

  static func parse(_ line: String) throws(Rejection) -> Move {
    guard let count = Int(line) else { throw .badMove("Type a number") }
    return Move(count: count)
  }

  func board(for viewer: Viewer) -> Board {
    var board = Board(title: "Countdown", rows: [], prompt: isOver ? "" : "Round \(round): which is it?")
    board.seats = scores.prefix(10).map { Board.Seat($0.id, score: $0.points) }
    return board
  }

  func outcome(for player: PlayerID) -> Outcome? {
    guard isOver, let index = players.firstIndex(of: player) else { return nil }
    let place = 1 + points.count { $0 > points[index] }
    return Outcome(
      place == 1 ? .won : .lost, place: place, score: points[index], headline: "\(points[index]) points", rows: [])
  }
}
